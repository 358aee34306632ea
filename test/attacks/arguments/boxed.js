// Boxed primitives and objects that look like them.
// expect: handled
// limits: { "cpuMs": 1000 }
// sent: 1
export async function handler({ bot, msg }) {
  await bot.reply(msg, Object("boxed"));
  const odd = [{ valueOf: () => "x", toString: () => "x" }, ["x"], Object(1), Object(Symbol("x"))];
  for (const text of odd) {
    const error = await bot.reply(msg, text).catch((thrown) => thrown);
    if (error?.code !== "INVALID_ARGUMENT") throw new Error(`rejected with ${error?.code}`);
  }
  return { handled: true };
}
