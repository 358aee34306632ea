// Replies with markers of emphasis that pair badly.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"*a **b _c ~~d ".repeat(9000)}${"~~ __e** f* ".repeat(9000)}${"*_".repeat(20_000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
