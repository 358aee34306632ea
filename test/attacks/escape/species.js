// `Symbol.species` and lying constructors, where the bootstrap copies bytes.
// expect: handled
// sent: 2
export async function handler({ bot }) {
  class Bytes extends Uint8Array {
    static get [Symbol.species]() {
      return Array;
    }
  }
  const buffer = new ArrayBuffer(8);
  const constructor = { [Symbol.species]: () => new ArrayBuffer(1e6) };
  Object.defineProperty(buffer, "constructor", { value: constructor });
  const outcomes = [];
  for (const bytes of [
    new Bytes(8),
    new Uint8Array(8).subarray(1, 3),
    new Uint8Array(buffer, 2, 3),
  ]) {
    const sending = bot.sendImage("user", bytes);
    outcomes.push(
      await sending.then(
        () => "sent",
        (error) => error.name,
      ),
    );
  }
  if (outcomes.join() !== "sent,sent,TypeError") throw new Error(outcomes.join());
  return { handled: true };
}
