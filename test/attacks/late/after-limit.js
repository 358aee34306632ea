// Catches what a broken limit throws, and sends.
// expect: SANDBOX_TIMER_LIMIT
// limits: { "timers": 3 }
export async function handler({ bot, msg }) {
  for (let i = 0; i < 10; i++) {
    try {
      setTimeout(() => {}, 1000);
    } catch {
      bot.reply(msg, "too late");
    }
  }
  bot.reply(msg, "too late");
}
