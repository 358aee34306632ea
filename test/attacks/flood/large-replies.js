// As many replies as it may send, each of 80 kB of Markdown.
// expect: handled
// default-limits: true
// sent: 32
export async function handler({ bot, msg }) {
  const text = "*a_[b](c)`d`\n".repeat(6000);
  await Promise.all(Array.from({ length: 32 }, () => bot.reply(msg, text)));
  return { handled: true };
}
