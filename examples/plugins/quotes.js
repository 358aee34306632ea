// Answers a message that quotes another one. Where a platform has no quotes, it never has a turn.
export const meta = {
  slug: "quotes",
  name: "Quotes",
  description: "Says which message was quoted",
  icon: "💬",
  category: "message",
  version: "1.0.0",
  priority: 62,
  permissions: { hosts: [] },
};

export async function handler({ bot, msg, quotedMessage }) {
  // Platforms that name a quoted message by its id only may not know its text any more.
  if (quotedMessage === null || msg.textWithQuote === undefined) return { handled: false };
  // [引用: the quoted text], a line break, the text
  const quoted = msg.textWithQuote.slice("[引用: ".length, -`]\n${msg.text}`.length);
  await bot.reply(msg, `You answered “${quoted}” with **${msg.text}**`);
  return { handled: true };
}
