// Makes host calls while the arguments of another one are read.
// expect: handled
// sent: 2
export async function handler({ bot, msg, storage }) {
  const inner = [];
  const target = {
    toJSON() {
      inner.push(storage.get("profile"), bot.reply(msg, "inner"));
      return msg;
    },
  };
  const outer = await bot.reply(target, "outer");
  const [profile, receipt] = await Promise.all(inner);
  const sound = outer.status === "sent" && receipt.status === "sent" && profile.name === "owner";
  return { handled: sound };
}
