// Sends with wrong arguments count too, or they could be tried for ever.
// expect: SANDBOX_SEND_LIMIT
// limits: { "sends": 5 }
export async function handler({ bot }) {
  for (;;) await bot.reply(null, null).catch(() => {});
}
