// Asks the host for something while its result is turned into JSON, before the end.
// expect: handled
// sent: 1
export async function handler({ bot, msg }) {
  return {
    get handled() {
      bot.reply(msg, "in time");
      return true;
    },
  };
}
