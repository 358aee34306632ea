// Changes a receipt; the next one and the host's own stay as they are.
// expect: handled
// sent: 2
export async function handler({ bot, msg }) {
  const receipt = await bot.reply(msg, "one");
  receipt.status = "forged";
  receipt.id = "forged";
  Object.setPrototypeOf(receipt, null);
  const next = await bot.reply(msg, "two");
  return { handled: next.status === "sent" && next !== receipt && !("forged" in next) };
}
