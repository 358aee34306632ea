// Replies for ever: the limit's number of replies gets through.
// expect: SANDBOX_SEND_LIMIT
// limits: { "sends": 5 }
// sent: 5
export async function handler({ bot, msg }) {
  for (;;) await bot.reply(msg, "spam");
}
