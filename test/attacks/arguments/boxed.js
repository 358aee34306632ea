// Boxed primitives and objects that look like them.
// expect: handled
// limits: { "cpuMs": 1000 }
// sent: 2
export async function handler({ bot, msg }) {
  // JSON has them as what is in them: a text, and a number that is sent as text.
  await bot.reply(msg, Object("boxed"));
  await bot.reply(msg, Object(1));
  const odd = [{ valueOf: () => "x", toString: () => "x" }, ["x"], Object(Symbol("x"))];
  for (const text of odd) {
    const error = await bot.reply(msg, text).catch((thrown) => thrown);
    if (error?.code !== "INVALID_ARGUMENT") throw new Error(`rejected with ${error?.code}`);
  }
  return { handled: true };
}
