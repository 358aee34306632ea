// Replies with references, footnotes and definitions, long labels among them.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `[a]: /x\n[^b]: y\n\n${`[a][${"b".repeat(900)}[^`.repeat(300)}${"[^b][a][".repeat(6_500)}`;
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
