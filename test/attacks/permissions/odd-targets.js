// Names people by what is no text.
// expect: handled
export const meta = { slug: "odd-targets", permissions: { hosts: [] } };
export async function handler({ bot, msg }) {
  const odd = [["user-2"], { toString: () => "user-2" }, 2002, null, true, [msg.from]];
  const attempts = odd.flatMap((person) => [
    bot.sendText(person, "hello"),
    bot.sendTyping(person),
    bot.reply({ ...msg, from: person }, "hello"),
  ]);
  const codes = (await Promise.allSettled(attempts)).map(({ reason }) => reason?.code);
  const refused = codes.every(
    (code) => code === "PERMISSION_DENIED" || code === "INVALID_ARGUMENT",
  );
  if (!refused) throw new Error(codes.join());
  return { handled: true };
}
