// Replies with titles of links that nothing closes: the host formats them on its main thread.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = "[a](b (".repeat(40_000);
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
