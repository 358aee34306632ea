/** @type {import("botwright").Meta} */
export const meta = {
  slug: "{{slug}}",
  name: "{{name}}",
  description: "{{description}}",
  icon: "🔌",
  category: "utility",
  version: "1.0.0",
  triggers: ["{{trigger}}"],
  config_schema: [{ key: "greeting", label: "Greeting", type: "text", default: "Hello" }],
  permissions: { hosts: [] }, // a promise: this plugin uses no network
};

/** @param {import("botwright").Context} ctx */
export async function handler({ bot, msg, config, storage }) {
  if (msg.text.trim().toLowerCase() !== "{{trigger}}") return { handled: false };
  const visits = Number(await storage.get(`visits/${msg.from}`)) + 1;
  await storage.set(`visits/${msg.from}`, visits);
  await bot.reply(msg, `${String(config.greeting)}! This is visit **${visits}**.`);
  return { handled: true };
}
