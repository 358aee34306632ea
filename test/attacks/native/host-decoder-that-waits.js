// Feeds a decoder bytes of which none can be decoded for good: all of them are looked at each time.
// expect: SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  const decoder = new TextDecoder("iso-2022-jp");
  const bytes = new Uint8Array(50_000).fill(0x24);
  decoder.decode(Uint8Array.of(0x1b, 0x24, 0x42), { stream: true });
  for (;;) decoder.decode(bytes, { stream: true });
}
