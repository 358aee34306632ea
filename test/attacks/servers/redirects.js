// Redirects without end, and into the host's own network.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ config: { origin } }) {
  for (const path of ["/again", "/inside"]) {
    const error = await fetch(`${origin}${path}`).catch((thrown) => thrown);
    if (error.code !== "FETCH_BLOCKED") throw new Error(`${path}: ${error.code ?? "fetched"}`);
  }
  return { handled: true };
}
