import { invalidInput } from "@botwright/core";
import type { HostOptions } from "@botwright/host";

/** What the environment decides. */
export interface Config {
  readonly port: number;
  /** A folder of plugin files, which this program publishes. */
  readonly pluginFolder: string;
  /** The built console, where the package `@botwright/console` is not installed. */
  readonly consoleFolder: string | undefined;
  readonly host: HostOptions;
}

/** Reads the environment. No other file of this program does. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { PORT = "3000", PUBLIC_URL = `http://127.0.0.1:${PORT}`, PLUGINS, CONSOLE } = env;
  const { DATABASE_URL, DATA = ".data/reference-server", TELEGRAM_API } = env;
  const { MODEL_URL, MODEL_KEY = null, MODEL = "assistant" } = env;
  const need = (name: string): string => {
    const value = env[name];
    if (value !== undefined) return value;
    throw invalidInput(`${name} is missing: make it by "openssl rand -base64 32", and keep it`);
  };
  return {
    port: Number(PORT),
    pluginFolder: PLUGINS ?? "examples/plugins",
    consoleFolder: CONSOLE,
    host: {
      // A PostgreSQL server, or one that the host starts itself on this folder.
      database: DATABASE_URL ?? { folder: DATA },
      publicUrl: PUBLIC_URL,
      keys: { keys: { k1: Buffer.from(need("SEAL_KEY"), "base64") }, current: "k1" },
      sessionSecret: need("SESSION_SECRET"),
      // What a new host begins with. Administrators change it later; a model without prices is free.
      ...(MODEL_URL !== undefined && {
        seed: {
          providers: [{ name: "ours", base_url: MODEL_URL, api_key: MODEL_KEY }],
          models: [{ model_name: MODEL, provider: "ours" }],
        },
      }),
      // Another address of Telegram, such as a Bot API server of one's own.
      adapterOptions: ({ platform }) =>
        platform === "telegram" && TELEGRAM_API !== undefined ? { apiBase: TELEGRAM_API } : {},
    },
  };
}
