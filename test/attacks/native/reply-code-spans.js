// Replies with runs of backticks of ever other lengths.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = Array.from({ length: 600 }, (_, size) => "`".repeat(size) + "a").join(" ");
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
