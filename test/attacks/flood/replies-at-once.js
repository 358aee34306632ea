// Replies without waiting, and catches whatever comes.
// expect: SANDBOX_SEND_LIMIT
// limits: { "sends": 5 }
// sent: 5
export async function handler({ bot, msg }) {
  for (let i = 0; i < 50; i++) bot.reply(msg, "spam").catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
