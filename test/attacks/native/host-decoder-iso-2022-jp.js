// Streams escape sequences that never return to ASCII, so that all of the stream would have to be kept.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const bytes = new TextEncoder().encode("\x1b$B!!".repeat(13000));
  const decoder = new TextDecoder("iso-2022-jp");
  for (;;) decoder.decode(bytes, { stream: true });
}
