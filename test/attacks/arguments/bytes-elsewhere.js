// Bytes where texts belong, and texts where bytes belong.
// expect: handled
export async function handler({ bot, msg, storage }) {
  const bytes = new Uint8Array(3);
  const attempts = [
    () => bot.reply(msg, bytes),
    () => bot.reply(bytes, "x"),
    () => bot.sendText(bytes, "x"),
    () => storage.get(bytes),
    () => bot.sendImage("user", "text"),
    () => bot.sendImage("user", [1, 2, 3]),
    () => bot.sendImage("user", { type: "Buffer", data: [1] }),
    () => bot.sendFile("user", bytes, bytes),
  ];
  for (const attempt of attempts) {
    const error = await attempt().catch((thrown) => thrown);
    if (error?.code !== "INVALID_ARGUMENT") throw new Error(`${attempt}: ${error?.code}`);
  }
  return { handled: true };
}
