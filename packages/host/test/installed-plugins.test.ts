import { createHash, randomBytes } from "node:crypto";
import { createCollectingLogger } from "./collecting-logger.ts";
import { insertBot } from "./insert-bot.ts";
import { createSandbox } from "@botwright/sandbox";
import { createAesSecrets } from "@botwright/services";
import {
  createBot as createPluginBot,
  createDispatcher,
  createMemoryStorage,
  InfrastructureError,
  PluginError,
  type Storage,
} from "@botwright/core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { fakePlatform, incoming } from "../../core/test/messages.ts";
import {
  createInstalledPlugins,
  createPostgresJournal,
  type Database,
  installationContext,
} from "../src/index.ts";
import { notifyInstalled } from "../src/plugins/installed-changes.ts";
import { openTestDatabase } from "./test-database.ts";

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
const sandbox = createSandbox({ workers: 1 });
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await sandbox.close();
  await database.close();
});

/** A plugin with one approved version. */
async function publish(slug: string, code: string, meta: object = {}) {
  const { id } = await database.db
    .insertInto("plugin")
    .values({ slug, developer_id: 1, status: "published" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return approve(id, slug, code, meta);
}

/** One more approved version of a plugin. */
async function approve(plugin_id: number, slug: string, code: string, meta: object = {}) {
  const version = await database.db
    .insertInto("plugin_version")
    .values({
      plugin_id,
      version: "1.0.0",
      sha256: createHash("sha256").update(code).digest("hex"),
      code,
      meta: JSON.stringify({ slug, ...meta }),
      record: "{}",
      findings: "[]",
      state: "approved",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { plugin_id, version_id: version.id };
}

function createBot(): Promise<number> {
  return insertBot(database.db, { userId: 1 });
}

/** A schema of one setting. */
const schema = (key: string) => [{ key, label: key, type: "text", default: `the ${key}` }];

test("what was approved wins over what the file says when it runs", async () => {
  const { db } = database;
  const bot = await createBot();
  const code = `export const meta = ${JSON.stringify({ slug: "other", name: "File" })};
meta.config_schema = ${JSON.stringify(schema("file"))};
meta.triggers = ["file"];
export const handler = () => ({ handled: true });`;
  const record = { name: "Record", config_schema: schema("record"), triggers: ["record"] };
  const version = await publish("approved", code, record);
  await db
    .insertInto("installation")
    .values({
      bot_id: bot,
      ...version,
      config: JSON.stringify({ record: "a value", file: "another" }),
    })
    .execute();
  const node = createInstalledPlugins({ database, sandbox, secrets });
  const [installed] = await node.of({ id: bot });
  node.close();
  expect(installed?.config).toEqual({ record: "a value" });
  expect(installed?.plugin.meta).toEqual({ slug: "approved", ...record });
});

test("a bot has its enabled plugins, with their settings, and learns when they change", async () => {
  const { db } = database;
  const bot = await createBot();
  const config_schema = [
    { key: "city", label: "City", type: "text", default: "Berlin" },
    { key: "key", label: "Key", type: "password" },
  ];
  const code = `export const meta = ${JSON.stringify({ config_schema })};
export const handler = () => ({ handled: true });`;
  const weather = await publish("weather", code, { name: "Weather", config_schema });
  const broken = await publish("broken", "export const meta = {};");
  const context = installationContext(bot, weather.plugin_id);
  const sealed = await secrets.seal(JSON.stringify({ key: "s3cret" }), context);
  const settings = { config: JSON.stringify({ city: "Paris" }), sealed, priority: 61 };
  await db
    .insertInto("installation")
    .values([
      { bot_id: bot, ...weather, ...settings },
      { bot_id: bot, ...broken },
    ])
    .execute();

  const { logger, lines } = createCollectingLogger();
  const [here, there] = [logger, logger].map((log) =>
    createInstalledPlugins({ database, sandbox, secrets, logger: log }),
  );
  if (here === undefined || there === undefined) throw new Error("there are two nodes");
  for (const node of [here, there]) {
    const [installed, ...others] = await node.of({ id: bot });
    expect(others).toEqual([]);
    expect(installed).toMatchObject({
      priority: 61,
      config: { city: "Paris", key: "s3cret" },
      plugin: { meta: { slug: "weather", name: "Weather" } },
    });
  }
  expect(lines.filter((line) => line.startsWith("a plugin cannot be loaded"))).toHaveLength(2);

  await db.transaction().execute(async (trx) => {
    const disabled = trx.updateTable("installation").set({ enabled: false });
    await disabled.where("bot_id", "=", bot).execute();
    await notifyInstalled(trx, bot);
  });
  here.forget(bot);
  expect(await here.of({ id: bot })).toEqual([]);
  await expect.poll(() => there.of({ id: bot })).toEqual([]);
  const changed = db
    .updateTable("plugin_version")
    .set({ code: "" })
    .where("id", "=", weather.version_id);
  await expect(changed.execute()).rejects.toThrow("cannot be changed");
  here.close();
  there.close();
});

test("a run that is interrupted, and whose plugin is updated meanwhile, goes on with the version that has begun it", async () => {
  const { db } = database;
  const bot = await createBot();
  const config_schema = [{ key: "greeting", label: "Greeting", type: "text" }];
  const first = `export async function handler({ bot, msg, storage, config }) {
    await storage.set("count", 1);
    await bot.reply(msg, "first, " + config.greeting);
    return { handled: true };
  }`;
  const second = `export async function handler({ bot, msg, storage }) {
    await storage.get("settings");
    await bot.reply(msg, "second");
    return { handled: true };
  }`;
  const installed = await publish("counter", first, { config_schema });
  const config = JSON.stringify({ greeting: "hello" });
  await db
    .insertInto("installation")
    .values({ bot_id: bot, ...installed, config })
    .execute();
  const journal = createPostgresJournal({ db, secrets });
  const node = createInstalledPlugins({ database, sandbox, secrets });
  const { adapter, sent } = fakePlatform();

  /** Handles a message; the storage is away, or there. */
  async function handle(id: string, storage: Storage) {
    const dispatcher = createDispatcher({
      bot: createPluginBot(adapter),
      botDbId: bot,
      plugins: () => node.of({ id: bot }),
      formerVersion: (slug, version) => node.formerVersion({ id: bot }, slug, version),
      journal,
      services: () => ({ storage }),
    });
    await dispatcher.dispatch(incoming({ id }));
  }

  const there = createMemoryStorage().open(1, "counter");
  const away: Storage = {
    ...there,
    set: async () => {
      throw new InfrastructureError("the database is away");
    },
    forEffect: () => away,
  };
  await expect(handle("1", away)).rejects.toThrow("the database is away");
  const updated = await approve(installed.plugin_id, "counter", second);
  await db
    .updateTable("installation")
    .set({ version_id: updated.version_id })
    .where("bot_id", "=", bot)
    .execute();
  node.forget(bot);
  await handle("1", there);
  await handle("2", there);
  expect(sent).toEqual(["1001 1001:7 first, hello", "1001 1001:7 second"]);
  expect(await node.formerVersion({ id: bot }, "counter", "unknown")).toBeUndefined();
  node.close();
});

test("while the database is away no plugin is left out: the bot has them all, or none yet", async () => {
  const bot = await createBot();
  const plugin = await publish("clock", "export const handler = () => ({ handled: true });");
  await database.db
    .insertInto("installation")
    .values({ bot_id: bot, ...plugin })
    .execute();
  let failures = 1;
  const { logger, lines } = createCollectingLogger();
  const node = createInstalledPlugins({
    database,
    secrets,
    logger,
    sandbox: {
      async load(...args) {
        if (failures-- > 0) throw new InfrastructureError("the connection is broken");
        return sandbox.load(...args);
      },
    },
  });
  await expect(node.of({ id: bot })).rejects.toThrow("the connection is broken");
  expect(await node.of({ id: bot })).toMatchObject([{ plugin: { meta: { slug: "clock" } } }]);
  expect(lines).toEqual([]);
  node.close();
});

test("a plugin that could not be loaded is tried again after a minute, and not before", async () => {
  const bot = await createBot();
  const plugin = await publish("slow", "export const handler = () => ({ handled: true });");
  await database.db
    .insertInto("installation")
    .values({ bot_id: bot, ...plugin })
    .execute();
  let loads = 0;
  const node = createInstalledPlugins({
    database,
    secrets,
    sandbox: {
      async load(...args) {
        loads += 1;
        if (loads === 1) throw new PluginError("kept away", { code: "PLUGIN_QUARANTINED" });
        return sandbox.load(...args);
      },
    },
  });
  const now = vi.spyOn(performance, "now");
  onTestFinished(() => now.mockRestore());
  expect(await node.of({ id: bot })).toEqual([]);
  expect(await node.of({ id: bot })).toEqual([]);
  expect(loads).toBe(1);
  const later = performance.now() + 61_000;
  now.mockImplementation(() => later);
  await expect.poll(() => node.of({ id: bot })).toHaveLength(1);
  node.close();
});
