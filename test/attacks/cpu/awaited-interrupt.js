// An interrupted async function rejects; its caller could catch that and go on.
// expect: SANDBOX_CPU_LIMIT
const spin = async () => {
  for (;;);
};
export async function handler({ bot, msg }) {
  for (;;) {
    try {
      await spin();
    } catch {
      await bot.reply(msg, "caught it");
    }
  }
}
