// Names of the attacker that lead to addresses which are not public, directly, by another name, or among others.
// expect: handled
// limits: { "cpuMs": 1000 }
const labels = ["loopback", "private", "metadata", "mapped", "mixed", "cname", "many"];
export async function handler({ config: { port } }) {
  for (const label of labels) {
    for (const address of [`https://${label}.example.com/`, `https://${label}.example.com./`]) {
      const error = await fetch(address).catch((thrown) => thrown);
      if (error.code !== "FETCH_BLOCKED") throw new Error(`${address}: ${error.code ?? "fetched"}`);
    }
  }
  const error = await fetch(`https://loopback.example.com:${port}/`).catch((thrown) => thrown);
  return { handled: error.code === "FETCH_BLOCKED" };
}
