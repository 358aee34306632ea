// Fetches that are taken back while they begin, later, and twice: each ends, and nothing is left.
// expect: handled
// limits: { "fetches": 60, "cpuMs": 1000 }
export async function handler({ config: { port } }) {
  const outcomes = [];
  for (let n = 0; n < 60; n++) {
    const aborter = new AbortController();
    const { signal } = aborter;
    const fetching = fetch(`https://127.0.0.1:${port}/`, { signal }).catch((error) => error);
    if (n % 3 === 0) aborter.abort();
    else if (n % 3 === 1) setTimeout(() => aborter.abort(), 0);
    aborter.abort();
    outcomes.push(fetching);
  }
  for (const error of await Promise.all(outcomes)) {
    if (error.name !== "AbortError" && error.code !== "FETCH_BLOCKED") throw error;
  }
  return { handled: true };
}
