// Spreads its sends over all methods.
// expect: SANDBOX_SEND_LIMIT
// limits: { "sends": 5 }
// sent: 5
export async function handler({ bot, msg }) {
  const bytes = new Uint8Array(1);
  for (;;) {
    await bot.reply(msg, "spam");
    await bot.sendText("user", "spam");
    await bot.sendImage("user", bytes);
    await bot.sendVideo("user", bytes);
    await bot.sendFile("user", bytes, "name");
  }
}
