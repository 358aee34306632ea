// Sends when its time is up.
// expect: PLUGIN_TIMEOUT
// limits: { "wallMs": 30 }
export async function handler({ bot, msg, storage }) {
  await storage.get("slow");
  await storage.get("slow");
  await bot.reply(msg, "too late");
}
