// Ten calls begin fetches and take them back in the middle.
// expect: handled
// limits: { "cpuMs": 1000 }
// parallel: 10
export async function handler() {
  const all = Array.from({ length: 20 }, async (_, turn) => {
    const aborter = new AbortController();
    const fetching = fetch("https://api.example/never", { signal: aborter.signal });
    if (turn % 2 === 0) aborter.abort();
    else setTimeout(() => aborter.abort(), 1);
    return fetching.then(
      () => "fetched",
      (error) => error.name,
    );
  });
  return { handled: (await Promise.all(all)).every((name) => name === "AbortError") };
}
