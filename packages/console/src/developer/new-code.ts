/** The code that a new plugin begins with. */
export const NEW_CODE = `export const meta = {
  name: "Greeting",
  version: "1.0.0",
  description: "Answers hello",
  triggers: ["hello"],
  permissions: {},
};

export async function handler({ bot, msg }) {
  if (msg.text !== "hello") return { handled: false };
  await bot.reply(msg, "Hello! Nice to meet you.");
  return { handled: true };
}
`;
