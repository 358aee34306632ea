// Replies with titles of links whose ends are all escaped.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = String.raw`[a](b (\)\\\) `.repeat(20_000);
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
