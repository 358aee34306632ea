// Sends to people that it was not asked by.
// limits: { "sends": 100 }
// expect: handled
export const meta = { slug: "tattler", permissions: { hosts: [] } };
export async function handler({ bot, msg }) {
  const bytes = new Uint8Array(1);
  const others = ["user-2", `${msg.from} `, ` ${msg.from}`, `${msg.from}\u0000`, ""];
  others.push(msg.from.toUpperCase(), `${msg.from}\u200b`, "@all", "*");
  const attempts = others.flatMap((person) => [
    bot.sendText(person, "hello"),
    bot.sendText(person, "hello", msg.contextToken),
    bot.sendImage(person, bytes),
    bot.sendVideo(person, bytes),
    bot.sendFile(person, bytes, "a.txt"),
    bot.sendTyping(person),
    bot.cancelTyping(person),
  ]);
  const codes = (await Promise.allSettled(attempts)).map(({ reason }) => reason?.code);
  if (codes.some((code) => code !== "PERMISSION_DENIED")) throw new Error(codes.join());
  return { handled: true };
}
