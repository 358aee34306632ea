// Name servers that are silent, late, or answer another question.
// expect: handled
// limits: { "fetchMs": 5000, "cpuMs": 1000 }
// parallel: 2
export async function handler() {
  const names = ["silent", "late", "forged"];
  const asked = Array.from({ length: 9 }, (_, n) => fetch(`https://${names[n % 3]}.example.com/`));
  const ends = await Promise.allSettled(asked);
  const codes = ends.map(({ reason }) => reason?.code ?? "fetched");
  if (codes.some((code) => code !== "FETCH_NETWORK")) throw new Error(codes.join());
  return { handled: true };
}
