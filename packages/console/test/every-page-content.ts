import { expect, vi } from "vitest";
import type { ConsoleHost, Person } from "./console-host.ts";
import { install } from "./weather.ts";

/** Asks a model, stores, searches, logs and answers. */
const code = (version: string, permissions: string): string => `
export const meta = {
  slug: "weather", name: "Weather", version: "${version}", description: "Says the weather", icon: "⛅",
  category: "utility", triggers: ["weather", "menu"],
  permissions: { ai: true, search: true, ${permissions} },
  config_schema: [
    { key: "city", label: "City", type: "text", default: "Paris" },
    { key: "token", label: "Token", type: "password" },
    { key: "days", label: "Days", type: "number", default: 3 },
    { key: "wind", label: "Say the wind", type: "boolean", default: false },
    { key: "words", label: "Words", type: "textarea" },
    { key: "unit", label: "Unit", type: "select", default: "c",
      options: [{ value: "c", label: "Celsius" }, { value: "f", label: "Fahrenheit" }] },
  ],
};
export async function handler({ bot, msg, storage, aiService, searchService }) {
  console.warn("asked for the weather", msg.text);
  await storage.set("last", { text: msg.text, version: "${version}" });
  await searchService.search("weather");
  const answer = await aiService.callModel({
    model: "demo-paid", messages: [{ role: "user", content: msg.text }],
  });
  await bot.reply(msg, answer.text);
  if (msg.text.includes("fail")) throw new Error("no weather today");
  return { handled: true };
}
`;

/**
 * Makes something for every page to show: a bot with a plugin that has run and failed, an update of it that
 * waits for its review, credits and credentials. All are the administrator's, who sees all pages.
 *
 * @returns the ids of what addresses name
 */
export async function fillEveryPage(
  host: ConsoleHost,
  { id: userId }: Person,
): Promise<Readonly<Record<"bot" | "message" | "plugin", string>>> {
  const { bots, credentials, credits, messages, publication, safeUpdate } = host.domains;
  const { telegram } = host.simulators;
  await credits.topUp({ userId, actorId: userId, credits: 500, key: "gift", note: "Welcome" });
  await credits.setLimits(userId, [{ pluginSlug: "weather", period: "day", credits: 100 }]);
  await credentials.add(userId, {
    platform: "feishu",
    credentials: { app_id: "cli_1", app_secret: "secret" },
  });
  const { bot } = await bots.bind(userId, {
    platform: "telegram",
    credentials: { ...telegram.credentials },
  });
  const { id: plugin, sha256 } = await publication.submit(userId, {
    slug: "weather",
    name: "Weather",
    code: code("1.0.0", ""),
    readme: "# How to use\n\nWrite `weather`, see [the service](https://open-meteo.com/en).",
  });
  await publication.approve(plugin, userId, { sha256 });
  await install(host, userId, bot.id, "weather");
  for (const text of ["weather in Paris", "weather fail"]) {
    await telegram.say({ from: "1001", text });
    await vi.waitFor(async () => {
      const [newest] = (await messages.list(userId)).items;
      expect(newest).toMatchObject({ text, state: "done" });
    });
  }
  const [message] = (await messages.list(userId)).items;
  await publication.update(userId, plugin, {
    code: code("1.1.0", 'hosts: ["api.open-meteo.com"]'),
  });
  await safeUpdate.review(plugin);
  return { bot: String(bot.id), message: String(message?.id), plugin: String(plugin) };
}
