// What follows from a reply without an await comes after the end.
// expect: handled
// sent: 1
export async function handler({ bot, msg }) {
  bot.reply(msg, "in time").then(() => bot.reply(msg, "too late"));
  return { handled: true };
}
