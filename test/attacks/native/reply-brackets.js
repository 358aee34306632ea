// Replies with brackets nested tens of thousands deep.
// expect: handled
// sent: 4
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"[".repeat(40_000)}${"](a)".repeat(40_000)}${"![".repeat(10_000)}`;
  for (let i = 0; i < 4; i++) await bot.reply(msg, text);
  return { handled: true };
}
