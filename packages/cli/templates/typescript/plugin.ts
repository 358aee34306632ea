import type { Context, Meta, Result } from "botwright";

export const meta: Meta = {
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

export async function handler({ bot, msg, config, storage }: Context): Promise<Result> {
  if (msg.text.trim().toLowerCase() !== "{{trigger}}") return { handled: false };
  const visits = ((await storage.get<number>(`visits/${msg.from}`)) ?? 0) + 1;
  await storage.set(`visits/${msg.from}`, visits);
  await bot.reply(msg, `${String(config.greeting)}! This is visit **${visits}**.`);
  return { handled: true };
}
