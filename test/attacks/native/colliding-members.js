// Fills sets with texts that have the same hash.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let texts = [""];
  for (let level = 0; level < 13; level++) {
    texts = texts.flatMap((text) => [`${text}\u1000\u2000`, `${text}\u1001\u1ef9`]);
  }
  for (;;) new Set(texts);
}
