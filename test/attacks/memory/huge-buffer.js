// Asks for buffers larger than any memory.
// expect: handled
export async function handler() {
  for (const bytes of [2 ** 26, 2 ** 31, 2 ** 32 + 8, 2 ** 53 - 1]) {
    let got;
    try {
      got = new ArrayBuffer(bytes);
    } catch {
      continue;
    }
    throw new Error(`${got.byteLength} bytes were given`);
  }
  return { handled: true };
}
