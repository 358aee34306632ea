// Returns a thenable that resolves, and then goes on.
// expect: handled
export async function handler({ bot, msg }) {
  return {
    then(resolve) {
      resolve({ handled: true });
      setTimeout(() => bot.reply(msg, "too late"), 1);
      resolve({ handled: false });
    },
  };
}
