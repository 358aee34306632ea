// The worst of these servers, several at once, in two calls.
// expect: handled
// limits: { "fetches": 40, "fetchMs": 20000, "cpuMs": 2000 }
// parallel: 2
export async function handler({ config: { origin } }) {
  const servers = [0, 3, 11, 12, 14, 16];
  const ends = await Promise.all(
    servers.map((server) => fetch(`${origin}/hostile/${server}`).catch((error) => error.code)),
  );
  return { handled: ends.every((end) => /^FETCH_(EXCESSIVE_LOAD|BODY_TOO_LARGE)$/u.test(end)) };
}
