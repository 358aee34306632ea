// Microtasks queued behind the handler's result.
// expect: handled
export async function handler({ bot, msg }) {
  const late = async () => {
    for (let i = 0; i < 50; i++) await null;
    await bot.reply(msg, "too late");
  };
  late();
  return { handled: true };
}
