// A body that stops in the middle, from several servers at once.
// expect: handled
// limits: { "fetchMs": 300, "cpuMs": 1000 }
export async function handler({ config: { origin } }) {
  const asked = Array.from({ length: 20 }, () => fetch(`${origin}/stops`).catch((error) => error));
  const codes = new Set((await Promise.all(asked)).map(({ code }) => code));
  if ([...codes].join() !== "FETCH_TIMEOUT") throw new Error([...codes].join());
  return { handled: true };
}
