// Changes buffers, typed arrays and what copies them.
// expect: handled
// sent: 1
const attempts = [
  () => (ArrayBuffer.prototype.slice = () => new ArrayBuffer(0)),
  () => (ArrayBuffer.isView = () => true),
  () => Object.defineProperty(ArrayBuffer, Symbol.species, { value: Array }),
  () => (Object.getPrototypeOf(Uint8Array).from = () => "forged"),
  () => (Object.getPrototypeOf(Uint8Array.prototype).set = () => {}),
  () => (Uint8Array.prototype.BYTES_PER_ELEMENT = 8),
  () => Object.defineProperty(Uint8Array.prototype, "buffer", { get: () => "forged" }),
  () => (DataView.prototype.getUint8 = () => 0),
  () => (Buffer.from = () => "forged"),
  () => (Buffer.prototype.toString = () => "forged"),
  () => (TextEncoder.prototype.encode = () => "forged"),
];
export async function handler({ bot }) {
  for (const attempt of attempts) {
    let done = true;
    try {
      attempt();
    } catch {
      done = false;
    }
    if (done) throw new Error(`${attempt} was allowed`);
  }
  await bot.sendImage("user", new Uint8Array([1, 2, 3]).subarray(1));
  return { handled: Buffer.from("x").toString() === "x" };
}
