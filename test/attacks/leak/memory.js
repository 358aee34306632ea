// Fills the memory with a mark; the next call looks for it in fresh buffers.
// expect: handled
// limits: { "cpuMs": 1000 }
// runs: 2
const MARK = 0xa5c3;
export async function handler({ storage }) {
  let found = 0;
  const held = [];
  for (let i = 0; i < 20; i++) {
    for (const words of [new Uint16Array(2e5), new Uint16Array(Buffer.allocUnsafe(2e5).buffer)]) {
      if (words.includes(MARK)) found++;
      words.fill(MARK);
      if (i % 4 === 0) held.push(words);
    }
  }
  await storage.get("profile");
  if (found > 0) throw new Error(`${found} buffers held the mark`);
  return { handled: held.length > 0 };
}
