// The same after a host call that fails.
// expect: handled
export async function handler({ bot, msg, storage }) {
  storage.get("refused").catch(() => bot.reply(msg, "too late"));
  storage.get("refused").finally(() => bot.reply(msg, "too late"));
  return { handled: true };
}
