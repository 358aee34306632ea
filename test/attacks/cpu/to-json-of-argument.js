// An argument of a host call loops while it is turned into JSON.
// expect: SANDBOX_CPU_LIMIT
export async function handler({ bot }) {
  const target = {
    toJSON() {
      for (;;);
    },
  };
  await bot.reply(target, "hello").catch(() => {});
  return { handled: true };
}
