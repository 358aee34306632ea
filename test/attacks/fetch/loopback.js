// Loopback in every notation of IPv4.
// expect: handled
// limits: { "fetches": 80, "cpuMs": 1000 }
const hosts = ["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1"];
hosts.push(
  "017700000001",
  "127.0.0.1.",
  "0",
  "0.0.0.0",
  "0x0",
  "127.255.255.254",
  "%31%32%37.0.0.1",
);
hosts.push("１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1", "0x7f.0x0.0x0.0x1", "127.0x0.0.01");
export async function handler({ config: { port } }) {
  for (const host of hosts) {
    for (const address of [
      `http://${host}:${port}/`,
      `https://${host}:${port}/`,
      `https://${host}/`,
    ]) {
      const outcome = await fetch(address).then(
        () => "fetched",
        (error) => error.code,
      );
      if (outcome !== "FETCH_BLOCKED") throw new Error(`${address}: ${outcome}`);
    }
  }
  return { handled: true };
}
