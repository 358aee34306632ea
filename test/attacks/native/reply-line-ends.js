// Replies of nothing but odd line ends, NULs and halves of characters.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"\r".repeat(60_000)}${"\0\r\n".repeat(30_000)}${"\uD83D*".repeat(30_000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
