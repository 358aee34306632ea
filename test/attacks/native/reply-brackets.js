// Replies with brackets nested thousands deep.
// expect: handled
// sent: 2
// limits: {"cpuMs": 1000}
export async function handler({ bot, msg }) {
  const text = `${"[".repeat(13_000)}${"](a)".repeat(13_000)}${"![".repeat(3_000)}`;
  for (let i = 0; i < 2; i++) await bot.reply(msg, text);
  return { handled: true };
}
