// Replies with tags, attributes and comments that nothing closes.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${`<a b='<a c="`.repeat(12_000)}${"<!--<?<!A<![CDATA[".repeat(8000)}</a ${" ".repeat(50_000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
