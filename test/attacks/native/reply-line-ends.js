// Replies of nothing but odd line ends, NULs and halves of characters.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"\r".repeat(20_000)}${"\0\r\n".repeat(10_000)}${"\uD83D*".repeat(10_000)}`;
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
