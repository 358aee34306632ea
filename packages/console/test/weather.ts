import type { ConsoleHost } from "./console-host.ts";

/** A plugin with all six types of settings. */
const CODE = `
export const meta = {
  slug: "weather", name: "Weather", description: "Says the weather", icon: "⛅", version: "1.0.0",
  category: "utility", triggers: ["weather", "menu"], priority: 60,
  permissions: { hosts: ["api.open-meteo.com"], ai: true },
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
export async function handler(ctx) { return false; }
`;

/** With what must not become HTML. */
const README = `# How to use

Write **weather**, or \`weather Paris\`:

- [the service](https://open-meteo.com/en)
- [a trap](javascript:document.title='owned')
- <img src=x onerror="document.title='owned'">

![picture](https://example.org/a.png)
`;

/** Publishes the plugin, by an author of its own. */
export async function publishWeather(host: ConsoleHost): Promise<void> {
  const { publication } = host.domains;
  const author = await host.createPerson("author");
  const { id, sha256 } = await publication.submit(author.id, {
    slug: "weather",
    name: "Weather",
    code: CODE,
    readme: README,
  });
  await publication.approve(id, author.id, { sha256 });
}

/** Installs a plugin on a bot of a user. */
export async function install(
  { domains }: ConsoleHost,
  userId: number,
  botId: number,
  slug: string,
): Promise<number> {
  const { id: plugin_id, version_id } = await domains.library.get(slug);
  await domains.installations.install(userId, botId, { plugin_id, version_id });
  return plugin_id;
}
