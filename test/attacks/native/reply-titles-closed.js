// Replies whose titles of links all end at one parenthesis, with a lot of blanks behind it.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"[a](b (".repeat(20_000)})${" ".repeat(140_000)}x`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
