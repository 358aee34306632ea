// Asks servers that never answer.
// expect: handled
// limits: { "fetchMs": 300, "cpuMs": 1000 }
// parallel: 2
export async function handler({ config: { origin } }) {
  const asked = Array.from({ length: 12 }, () => fetch(`${origin}/silent`).catch((error) => error));
  const codes = new Set((await Promise.all(asked)).map(({ code }) => code));
  if ([...codes].join() !== "FETCH_TIMEOUT") throw new Error([...codes].join());
  return { handled: true };
}
