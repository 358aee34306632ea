// Options that a server's fetch knows and a plugin must not have.
// expect: handled
export async function handler({ config: { port } }) {
  const address = `https://127.0.0.1:${port}/`;
  for (const init of [
    { dispatcher: { dispatch: () => true } },
    { agent: {}, lookup: () => {} },
    { hosts: ["127.0.0.1"], allowedOrigins: [`https://127.0.0.1:${port}`] },
    { redirect: "manual", integrity: "x", keepalive: true, duplex: "half" },
    { signal: { aborted: false, addEventListener() {} } },
    JSON.parse('{"__proto__":{"method":"PUT"}}'),
  ]) {
    const outcome = await fetch(address, init).then(
      () => "fetched",
      () => "refused",
    );
    if (outcome !== "refused") throw new Error(JSON.stringify(init));
  }
  return { handled: true };
}
