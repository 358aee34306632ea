// A resizable buffer that asks for more and more.
// expect: SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  const buffer = new ArrayBuffer(8, { maxByteLength: 2 ** 30 });
  for (let bytes = 8; ; bytes *= 2) buffer.resize(bytes);
}
