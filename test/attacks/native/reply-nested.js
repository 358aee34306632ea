// Replies with blocks nested a hundred thousand deep, and lines of all depths.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"> - 1. [^a]: ".repeat(10_000)}\n${"> ".repeat(60_000)}\n${"- ".repeat(200)}${"\n".repeat(60_000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
