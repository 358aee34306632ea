// Hands over a buffer that has been given away, or shrinks while the arguments are read.
// expect: handled
// sent: 1
export async function handler({ bot }) {
  const gone = new Uint8Array(1000);
  gone.buffer.transfer();
  const first = await bot.sendImage("user", gone).then(
    () => "sent",
    (error) => error.message,
  );
  const shrinking = new Uint8Array(new ArrayBuffer(1000, { maxByteLength: 2000 }));
  const target = { toJSON: () => (shrinking.buffer.resize(1), "user") };
  await bot.sendImage(target, shrinking);
  return { handled: first !== "sent" };
}
