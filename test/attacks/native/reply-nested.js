// Replies with blocks nested thousands deep, and lines of all depths.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"> - 1. [^a]: ".repeat(3_000)}\n${"> ".repeat(20_000)}\n${"- ".repeat(200)}${"\n".repeat(20_000)}`;
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
