// Aborts requests to hostile servers at different moments of their answers, and sends large bodies in a circle.
// expect: handled
// limits: { "cpuMs": 1000, "fetchMs": 5000 }
// parallel: 4
export async function handler({ config: { origin } }) {
  for (let server = 0; server < 6; server++) {
    const aborter = new AbortController();
    const { signal } = aborter;
    const fetching = [
      fetch(`${origin}/hostile/${server}`, { signal }),
      fetch(`${origin}/stops`, { signal }),
      fetch(`${origin}/again`, { signal, method: "PUT", body: new Uint8Array(500_000) }),
    ];
    setTimeout(() => aborter.abort(), server * 3);
    await Promise.allSettled(fetching);
  }
  return { handled: true };
}
