// Looks around a small buffer for what others have put beside it.
// expect: handled
export async function handler({ mediaBuffer, bot }) {
  const small = [Buffer.from("abc"), Buffer.from("YWJj", "base64"), Buffer.alloc(3), mediaBuffer];
  small.push(new TextEncoder().encode("abc"), await bot.downloadRaw("abc"));
  const response = await fetch("https://api.example/");
  small.push(new Uint8Array(await response.arrayBuffer()));
  const shared = small.filter((bytes) => bytes.buffer.byteLength !== bytes.byteLength);
  if (shared.length > 0) throw new Error(shared.map((bytes) => bytes.buffer.byteLength).join());
  return { handled: true };
}
