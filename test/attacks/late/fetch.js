// Fetches in the background.
// expect: handled
export async function handler({ bot, msg }) {
  fetch("https://api.example/slow").then(() => bot.reply(msg, "too late"));
  return { handled: true };
}
