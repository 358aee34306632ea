// Replies with titles of links over many lines, of three kinds, that a definition has read twice.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `[a]: /x\n(t)\n\n${`[a](b (\n[a](<b> '\n[a]( b "c\n`.repeat(9000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
