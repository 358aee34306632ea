// Random numbers that another call has already received.
// expect: handled
// runs: 3
const loaded = Math.random();
export async function handler({ storage }) {
  const drawn = [
    Math.random(),
    crypto.randomUUID(),
    crypto.getRandomValues(new Uint32Array(2)).join(),
  ];
  const before = (await storage.get("drawn")) ?? [];
  await storage.set("drawn", [...before, ...drawn]);
  const known = drawn.filter((value) => before.includes(value) || value === loaded);
  if (known.length > 0) throw new Error(known.join());
  return { handled: true };
}
