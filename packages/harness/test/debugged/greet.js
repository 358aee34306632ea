export const meta = { slug: "greet", name: "Greet", triggers: ["hello"] };

export async function handler({ bot, msg }) {
  const name = msg.text.replace("I am ", "");
  await bot.reply(msg, `Hello, ${name}`);
  return { handled: true };
}
