// Replies with a table whose cells open titles, and a list that does.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `a|b\n-|-\n|${"[a](b (".repeat(20_000)}|\n\n${"- [a](b (\n  ".repeat(10_000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
