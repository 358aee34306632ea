// More arguments than a method has.
// expect: handled
export async function handler({ bot, msg, storage }) {
  const attempts = [
    bot.reply(msg, "text", "more"),
    storage.get("profile", "more"),
    storage.keys({}),
    storage.clear(true),
    storage.get(...new Array(1000).fill("profile")),
  ];
  const outcomes = await Promise.allSettled(attempts);
  const codes = outcomes.map(({ reason }) => reason?.code);
  if (codes.some((code) => code !== "INVALID_ARGUMENT")) throw new Error(codes.join());
  return { handled: true };
}
