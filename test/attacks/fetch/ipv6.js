// Loopback and private addresses in every notation of IPv6.
// expect: handled
// limits: { "fetches": 50, "cpuMs": 1000 }
const hosts = ["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"];
hosts.push("[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]");
hosts.push(
  "[2001::7f00:1]",
  "[::127.0.0.1]",
  "[fe80::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
);
hosts.push("[fec0::1]", "[100::1]", "[2001:db8::1]", "[::ffff:0:127.0.0.1]", "[5f00::1]");
export async function handler({ config: { port } }) {
  for (const host of hosts) {
    for (const address of [`https://${host}/`, `http://${host}:${port}/`]) {
      const outcome = await fetch(address).then(
        () => "fetched",
        (error) => error.code,
      );
      if (outcome !== "FETCH_BLOCKED") throw new Error(`${address}: ${outcome}`);
    }
  }
  return { handled: true };
}
