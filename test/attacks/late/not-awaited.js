// A reply that is not awaited was asked for in time: it is sent.
// expect: handled
// sent: 1
export async function handler({ bot, msg }) {
  bot.reply(msg, "in time");
  return { handled: true };
}
