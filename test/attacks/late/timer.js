// A timer that rings after the handler has settled.
// expect: handled
export async function handler({ bot, msg }) {
  setTimeout(() => bot.reply(msg, "too late"), 1);
  setInterval(() => bot.reply(msg, "too late"), 1);
  return { handled: true };
}
