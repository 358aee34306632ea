// Methods that open tunnels or are none.
// expect: handled
const odd = [
  "CONNECT",
  "TRACE",
  "TRACK",
  "connect",
  "GET /x HTTP/1.1\r\nx:",
  "",
  " ",
  "G\u0000T",
  "ü",
];
export async function handler({ config: { port } }) {
  for (const method of [...odd, null, {}, 1.5]) {
    const asked = fetch(`https://127.0.0.1:${port}/`, { method });
    const outcome = await asked.then(
      () => "fetched",
      () => "refused",
    );
    if (outcome !== "refused") throw new Error(String(method));
  }
  return { handled: true };
}
