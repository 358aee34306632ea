// Views and buffers that are none, or say they are others.
// expect: handled
// sent: 2
export async function handler({ bot }) {
  const lying = new Uint8Array([1, 2, 3]);
  Object.defineProperty(lying, "byteLength", { value: 2 ** 40 });
  const fake = Object.create(Uint8Array.prototype, { length: { value: 8 } });
  const borrowed = new Uint8Array(4);
  Object.defineProperty(borrowed, "buffer", { value: Object.create(ArrayBuffer.prototype) });
  const wide = Object.setPrototypeOf(new Float64Array(2), Uint8Array.prototype);
  const outcomes = [];
  for (const bytes of [lying, fake, borrowed, wide, Object.create(ArrayBuffer.prototype)]) {
    const sending = bot.sendImage("user", bytes);
    outcomes.push(
      await sending.then(
        () => "sent",
        (error) => error.code ?? error.name,
      ),
    );
  }
  const refused = outcomes.filter((outcome) =>
    /^(INVALID_ARGUMENT|TypeError|Error)$/.test(outcome),
  );
  if (refused.length !== 3) throw new Error(String(outcomes));
  return { handled: true };
}
