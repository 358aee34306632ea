// More fetches than a plugin has places for, to servers that never answer, beside two other such plugins.
// expect: handled
// limits: { "fetchMs": 300, "cpuMs": 1000 }
// beside: servers/silent, servers/stops
// loads: 2
// parallel: 3
export async function handler({ config: { origin } }) {
  const asked = Array.from({ length: 8 }, () => fetch(`${origin}/silent`).catch((error) => error));
  const codes = new Set((await Promise.all(asked)).map(({ code }) => code));
  return { handled: [...codes].join() === "FETCH_TIMEOUT" };
}
