// Aborts its fetches from a timer after the end.
// expect: handled
export async function handler({ bot, msg }) {
  const controller = new AbortController();
  controller.signal.addEventListener("abort", () => bot.reply(msg, "too late"));
  fetch("https://api.example/slow", { signal: controller.signal }).catch(() => {});
  setTimeout(() => controller.abort(), 1);
  return { handled: true };
}
