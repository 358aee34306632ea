// Streams bytes that never complete a character, in the encoding whose decoder is slowest with them.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const bytes = new Uint8Array(65536).fill(0x8f);
  const decoder = new TextDecoder("euc-jp");
  for (;;) decoder.decode(bytes, { stream: true });
}
