// Large bodies, all at once, to addresses that are refused: each crosses into the thread that fetches.
// expect: handled
// limits: { "fetches": 20, "cpuMs": 2000 }
export async function handler({ config: { port } }) {
  const body = new Uint8Array(512 * 1024);
  const outcomes = Array.from({ length: 20 }, () =>
    fetch(`https://127.0.0.1:${port}/`, { method: "POST", body }).then(
      () => "fetched",
      (error) => error.code,
    ),
  );
  for (const outcome of await Promise.all(outcomes)) {
    if (outcome !== "FETCH_BLOCKED" && outcome !== "FETCH_OVERLOADED") throw new Error(outcome);
  }
  return { handled: true };
}
