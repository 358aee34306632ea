// Replies with tags, attributes and comments that nothing closes.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${`<a b='<a c="`.repeat(4_000)}${"<!--<?<!A<![CDATA[".repeat(2_500)}</a ${" ".repeat(16_500)}`;
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
