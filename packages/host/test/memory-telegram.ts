import { telegramBinding } from "@botwright/adapter-telegram";
import type { PlatformBinding } from "@botwright/core";
import { createServices } from "@botwright/services";
import { botContext, createPostgresKeyValueStore, type Database } from "../src/index.ts";
import { insertBot } from "./insert-bot.ts";
import { memoryAdapter } from "./message-node.ts";
import { secrets } from "./node-of-bots.ts";

/** The binding of a platform whose bots are spoken to without it; what they send is added to `sent`. */
export function memoryTelegram(sent: string[] = []): PlatformBinding {
  return { ...telegramBinding, createAdapter: () => memoryAdapter(sent) };
}

/** Binds a bot of an account to Telegram; returns its id. */
export async function bindTelegram({ db }: Database, userId: number): Promise<number> {
  const owner = { userId, platform: "telegram" } as const;
  const sealed = await secrets.seal(JSON.stringify({ token: "1:a" }), botContext(owner));
  return insertBot(db, { userId, sealed });
}

/** What a node runs such bots with. */
export function partsOf(database: Database) {
  const services = createServices({ store: createPostgresKeyValueStore(database.db) });
  return {
    database,
    secrets,
    plugins: async () => [],
    services: (userId: number) => services.forAccount(userId),
  };
}
