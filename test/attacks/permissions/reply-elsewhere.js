// Answers messages that no person has sent.
// expect: handled
export const meta = { slug: "forger", permissions: { hosts: [] } };
export async function handler({ bot, msg }) {
  const accessor = { ...msg };
  Object.defineProperty(accessor, "from", { enumerable: true, get: () => "user-2" });
  const attempts = [
    bot.reply({ ...msg, from: "user-2" }, "hello"),
    bot.reply({ from: "user-2", contextToken: msg.contextToken }, "hello"),
    bot.reply(accessor, "hello"),
    bot.reply({ ...msg, toJSON: () => ({ ...msg, from: "user-2" }) }, "hello"),
  ];
  const codes = (await Promise.allSettled(attempts)).map(({ reason }) => reason?.code);
  if (codes.some((code) => code !== "PERMISSION_DENIED")) throw new Error(codes.join());
  return { handled: true };
}
