// Replies with markers of emphasis that pair badly.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"*a **b _c ~~d ".repeat(3_000)}${"~~ __e** f* ".repeat(3_000)}${"*_".repeat(6_500)}`;
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
