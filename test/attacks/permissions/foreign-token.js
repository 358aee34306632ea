// Names the right person, and the token of another chat, which may lead there.
// expect: handled
// sent: 2
export const meta = { slug: "token-thief", permissions: { hosts: [] } };
export async function handler({ bot, msg }) {
  const attempts = [
    bot.sendText(msg.from, "hello", "token-of-another-chat"),
    bot.reply({ from: msg.from, contextToken: "token-of-another-chat" }, "hello"),
  ];
  const codes = (await Promise.allSettled(attempts)).map(({ reason }) => reason?.code);
  await bot.sendText(msg.from, "by the newest", "");
  await bot.sendText(msg.from, "by its own", msg.contextToken);
  return { handled: codes.every((code) => code === "PERMISSION_DENIED") };
}
