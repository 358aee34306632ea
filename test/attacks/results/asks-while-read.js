// A result that asks the host for things while it is written: that has begun, and is done.
// expect: handled
// sent: 1
export async function handler({ bot, msg }) {
  return {
    get handled() {
      void bot.reply(msg, "from a getter");
      return true;
    },
  };
}
