// Answers a greeting. The Markdown below reaches the chat as plain text.
export const meta = {
  slug: "greeting",
  name: "Greeting",
  description: "Answers 你好 and hello",
  icon: "👋",
  category: "message",
  version: "1.0.0",
  priority: 60,
  triggers: ["你好", "hello"],
  permissions: { hosts: [] },
};

const GREETINGS = {
  你好: "**你好！** 我是 *Botwright* 机器人。",
  hello: "**Hello!** I am a *Botwright* bot.",
};

export async function handler({ bot, msg }) {
  const said = msg.text.trim();
  const word = Object.keys(GREETINGS).find((greeting) => said.toLowerCase().startsWith(greeting));
  if (word === undefined) return { handled: false };
  const rest = said.slice(word.length).replace(/^[\s,，!！.。~]+/, "");
  await bot.reply(msg, rest === "" ? GREETINGS[word] : `${GREETINGS[word]}\n> ${rest}`);
  return { handled: true };
}
