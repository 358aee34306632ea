// No result at all, after a send: the send counts, and the result is no `{ handled }`.
// expect: PLUGIN_INVALID_RESULT
// sent: 1
export async function handler({ bot, msg }) {
  await bot.reply(msg, "hello");
}
