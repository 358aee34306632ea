// Changes the message that it was given, and answers that.
// expect: handled
// sent: 1
export const meta = { slug: "changer", permissions: { hosts: [] } };
export async function handler({ bot, msg }) {
  const { from } = msg;
  Reflect.set(msg, "from", "user-2");
  const forged = { ...msg, from: "user-2" };
  const error = await bot.reply(forged, "hello").catch((thrown) => thrown);
  await bot.sendText(from, "still allowed");
  return { handled: error.code === "PERMISSION_DENIED" };
}
