import { createBot, createDispatcher } from "@botwright/core";
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createBuiltinPlugins } from "@botwright/plugins";
import { startSimulator } from "@botwright/simulators";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../src/index.ts";
import { insertBot } from "./insert-bot.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Installs a plugin whose newest approved version has this name. */
async function install(
  bot: number,
  slug: string,
  { name, enabled = true, status = "published" as const }: Installed,
): Promise<void> {
  const { db } = database;
  const plugin = await db
    .insertInto("plugin")
    .values({ slug, developer_id: 1, status })
    .returning("id")
    .executeTakeFirstOrThrow();
  const meta = { slug, name, description: "就是它 / Just this", triggers: [slug] };
  const version = await db
    .insertInto("plugin_version")
    .values({
      plugin_id: plugin.id,
      version: "1.0.0",
      sha256: slug,
      code: "",
      meta: JSON.stringify(meta),
      record: "{}",
      findings: "[]",
      state: "approved",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("installation")
    .values({ bot_id: bot, plugin_id: plugin.id, version_id: version.id, enabled })
    .execute();
}

interface Installed {
  readonly name: string;
  readonly enabled?: boolean;
  readonly status?: "published" | "pending" | "taken_down";
}

test("the built-in menu reads the bot's enabled plugins from the host's tables", async () => {
  const [bot, other] = [
    await insertBot(database.db, { userId: 1 }),
    await insertBot(database.db, { userId: 1 }),
  ];
  await install(bot, "dice", { name: "骰子 / Dice" });
  await install(bot, "updated", { name: "Updated", status: "pending" });
  await install(bot, "off", { name: "Off", enabled: false });
  await install(bot, "bad", { name: "Bad", status: "taken_down" });
  await install(other, "foreign", { name: "Foreign" });

  await using simulator = await startSimulator("telegram");
  const adapter = createTelegramAdapter({ ...simulator.credentials, apiBase: simulator.baseUrl });
  const pool = {
    query: (text: string, values: readonly unknown[]) =>
      database.db.executeQuery(CompiledQuery.raw(text, [...values])),
  };
  const dispatcher = createDispatcher({
    plugins: createBuiltinPlugins({ fetch }),
    bot: createBot(adapter),
    botDbId: bot,
    services: () => ({ pool }),
  });
  await adapter.start((incoming) => dispatcher.dispatch(incoming).then(() => "accepted" as const));
  await simulator.say({ from: "1001", text: "menu" });
  const [answer] = await simulator.waitForSent(1, { timeoutMs: 60_000 });
  await adapter.stop();
  expect(answer?.text?.split("\n")).toEqual([
    "This is what I can do:",
    "• Dice (dice): Just this",
    "• Updated (updated): Just this",
    "• menu / help: shows this list",
  ]);
});
