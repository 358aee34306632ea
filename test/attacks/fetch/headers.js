// Headers that would smuggle a second request or another host.
// expect: handled
export async function handler({ config: { port } }) {
  const address = `https://127.0.0.1:${port}/`;
  const odd = [
    { "x-a": "b\r\nhost: evil.example" },
    { "x-a\r\nhost": "evil.example" },
    { "x a": "b" },
    { "": "b" },
    { "x-a": "b\u0000" },
    { "x-\u00e9": "b" },
    [["x-a"]],
    [["x-a", "b", "c"]],
  ];
  for (const headers of odd) {
    const error = await fetch(address, { headers }).catch((thrown) => thrown);
    if (!(error instanceof TypeError)) throw new Error(`${JSON.stringify(headers)}: ${error.code}`);
  }
  for (const headers of [{ host: "evil.example" }, { "transfer-encoding": "chunked" }]) {
    const outcome = await fetch(address, { headers }).then(
      () => "fetched",
      (error) => error.code,
    );
    if (outcome === "fetched") throw new Error(JSON.stringify(headers));
  }
  return { handled: true };
}
