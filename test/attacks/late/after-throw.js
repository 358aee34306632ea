// Goes on in the background after the handler has thrown.
// expect: PLUGIN_ERROR
export async function handler({ bot, msg, storage }) {
  (async () => {
    await storage.get("slow");
    await bot.reply(msg, "too late");
  })();
  throw new Error("gone");
}
