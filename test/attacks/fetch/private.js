// Private, link-local, shared, reserved and broadcast addresses, and the clouds' metadata.
// expect: handled
// limits: { "fetches": 50, "cpuMs": 1000 }
const hosts = ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254"];
hosts.push("100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1");
hosts.push("224.0.0.1", "240.0.0.1", "255.255.255.255", "0xa9fea9fe", "2852039166", "192.88.99.1");
export async function handler() {
  for (const host of hosts) {
    const outcome = await fetch(`https://${host}/`).then(
      () => "fetched",
      (error) => error.code,
    );
    if (outcome !== "FETCH_BLOCKED") throw new Error(`${host}: ${outcome}`);
  }
  return { handled: true };
}
