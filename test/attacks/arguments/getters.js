// A getter that shows one user to the check and another one to the send.
// expect: handled
// sent: 1
export async function handler({ bot, msg }) {
  let reads = 0;
  const target = {
    ...msg,
    get from() {
      reads++;
      return reads === 1 ? "user-1" : { toString: () => "user-2" };
    },
  };
  await bot.reply(target, "hello");
  return { handled: reads === 1 };
}
