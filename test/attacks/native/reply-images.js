// Replies with images, links in them, and titles across all of them.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = "![[a](b) ![a](/c (".repeat(5_000);
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
