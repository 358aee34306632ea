// Long, because every case runs on the one host, bot and plugins that are set up here.
import {
  createBot,
  createDispatcher,
  createStorage,
  type Plugin,
  silentLogger,
} from "@botwright/core";
import { createBuiltinPlugins } from "@botwright/plugins";
import { createMemoryRateLimiter } from "@botwright/services";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDryRuns, createPostgresKeyValueStore, type DryRunsOptions } from "../src/index.ts";
import { syncBuiltins } from "../src/library/builtins.ts";
import { createTrialChat } from "../src/trial/trial-chat.ts";
import { ANN, BOB, type Installing, openInstalling } from "./installing.ts";

/** The addresses that built-in plugins have asked for. */
const fetched: string[] = [];
const bundled = createBuiltinPlugins({
  async fetch(url) {
    fetched.push(url);
    return new Response();
  },
});
/** Says why it cannot change the database. */
const writer: Plugin = {
  meta: { slug: "writer", name: "writer", permissions: {} },
  async handler({ bot, msg, pool }) {
    const refused = await query(pool, "update bot set name = 'changed'").catch(String);
    await bot.reply(msg, String(refused));
    return { handled: true };
  },
};
const builtins = new Map(
  [...bundled, writer].map((plugin): [string, Plugin] => [plugin.meta.slug, plugin]),
);

async function query(pool: unknown, text: string): Promise<unknown> {
  if (typeof pool !== "object" || pool === null || !("query" in pool)) return "no pool";
  return typeof pool.query === "function" ? pool.query(text) : "no query";
}

let world: Installing;
beforeAll(async () => {
  world = await openInstalling(builtins);
  const { db } = world.database;
  await syncBuiltins({ db, builtins, version: "1.0.0", logger: silentLogger });
});
afterAll(() => world[Symbol.asyncDispose]());

function open(more: Partial<DryRunsOptions> = {}) {
  const { db } = world.database;
  return createDryRuns({
    db,
    plugins: world.there,
    store: createPostgresKeyValueStore(db),
    limiter: createMemoryRateLimiter(),
    builtins,
    // A busy machine takes long for what a loop may compute.
    wallMs: { plugin: 50_000, all: 100_000 },
    ...more,
  });
}

interface Plan {
  readonly meta?: object;
  readonly priority?: number;
  readonly config?: Record<string, unknown>;
}

/** Publishes a plugin with this handler, and installs it. */
async function add(bot: number, slug: string, body: string, plan: Plan = {}): Promise<number> {
  const meta = { permissions: { hosts: [] }, ...plan.meta };
  const code = `export const meta = ${JSON.stringify(meta)};
export async function handler({ bot, msg, config, storage, aiService, searchService, getPlatformCreds }) {
  ${body}
}`;
  const version = await world.publish(slug, {}, undefined, code);
  return install(bot, version, plan);
}

async function install(
  bot: number,
  version: { plugin_id: number; version_id: number },
  { priority, config = {} }: Plan,
): Promise<number> {
  const { plugin_id } = await world.installations.install(ANN, bot, { ...version, config });
  if (priority !== undefined) {
    await world.installations.change(ANN, bot, plugin_id, { priority });
  }
  return plugin_id;
}

async function addBuiltin(bot: number, slug: string, plan: Plan = {}): Promise<number> {
  const { id, version_id } = await world.library.get(slug);
  return install(bot, { plugin_id: id, version_id }, plan);
}

/** What stands in each table. */
async function readTables(): Promise<Record<string, string>> {
  const { db } = world.database;
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db);
  const contents: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: read } = await sql<{ content: string }>`
      select coalesce(string_agg(t::text, chr(10) order by t::text), '') as content
      from ${sql.table(name)} t`.execute(db);
    contents[name] = read[0]?.content ?? "";
  }
  return contents;
}

const REPLY = "await bot.reply(msg, 'it is me'); return { handled: true };";
const PASS = "return { handled: false };";

test("a dry run reads what plugins have stored, and changes no row of the database", async () => {
  const bot = await world.addBot();
  await add(
    bot,
    "counter",
    `const count = await storage.update("count", (count) => (count ?? 0) + 1);
     await storage.set("new", 1);
     const { text } = await aiService.callModel({ model: "any", messages: [{ role: "user", content: "hi" }] });
     const [hit] = (await searchService.search("cats")).results;
     const creds = await getPlatformCreds("telegram");
     await bot.reply(msg, [count, text, hit.title, creds, msg.text].join("; "));
     return { handled: true };`,
    { meta: { permissions: { ai: true, search: true, creds: ["telegram"], hosts: [] } } },
  );
  const { db } = world.database;
  const storage = createStorage({ store: createPostgresKeyValueStore(db) }).open(ANN, "counter");
  await storage.set("count", 4);
  const before = await readTables();
  for (const turn of ["one", "two"]) {
    const { steps, handled_by, error, is_complete } = await open().run(ANN, bot, turn);
    expect([handled_by, error, is_complete, steps[0]?.error]).toEqual([
      "counter",
      null,
      true,
      null,
    ]);
    expect(steps).toEqual([
      {
        plugin_id: expect.any(Number),
        slug: "counter",
        name: "counter",
        state: "ran",
        handled: true,
        sent: [
          { type: "text", text: `5; [trial] hi; [trial] cats; ; ${turn}`, bytes: 0, sha256: null },
        ],
        more_sent: 0,
        asked_network: false,
        error: null,
        ms: expect.any(Number),
      },
    ]);
  }
  expect(await readTables()).toEqual(before);
  expect([await storage.get("count"), await storage.get("new")]).toEqual([4, null]);
});

test("plugins run in the order and with the settings of a real run, until one has handled", async () => {
  const bot = await world.addBot();
  const config_schema = [{ key: "word", label: "Word", type: "text", default: "default" }];
  await add(bot, "late", REPLY, { meta: { priority: 90 } });
  await add(bot, "first", PASS, { meta: { priority: 80 }, priority: 5 });
  await add(
    bot,
    "words",
    `if (config.word !== "own") throw new Error("wrong setting");
     if (msg.text !== "go on") { await bot.reply(msg, config.word); return { handled: true }; }
     return { handled: false };`,
    { meta: { priority: 50, config_schema }, config: { word: "own" } },
  );
  const off = await add(bot, "off", REPLY, { meta: { priority: 1 } });
  await world.installations.change(ANN, bot, off, { enabled: false });

  for (const text of ["hello", "go on"]) {
    const chat = createTrialChat("telegram");
    const dispatcher = createDispatcher({
      plugins: await world.there.of({ id: bot }),
      bot: createBot(chat.adapter),
    });
    const real = await dispatcher.dispatch(chat.next(text, 0));
    const { steps, handled_by } = await open().run(ANN, bot, text);
    const ran = steps.filter(({ state }) => state === "ran");
    expect(ran.map(({ slug }) => slug)).toEqual(real.runs.map(({ plugin }) => plugin));
    expect(handled_by).toBe(real.handledBy);
    expect(ran.flatMap(({ sent }) => sent)).toEqual(chat.takeSent());
    expect(steps.map(({ slug }) => slug)).toEqual(["first", "words", "late"]);
  }
  const { steps } = await open().run(ANN, bot, "hello");
  expect(steps.at(-1)).toMatchObject({ slug: "late", state: "not_reached", ms: null, sent: [] });
});

test("a plugin that loops or fails has its error, and the next one has its turn", async () => {
  const bot = await world.addBot();
  const schema = [{ key: "key", label: "Key", type: "password" }];
  await add(bot, "loops", "for (;;) {}", { priority: 1 });
  await add(bot, "throws", "throw new Error('my key is ' + config.key);", {
    meta: { config_schema: schema },
    priority: 2,
    config: { key: "a-secret-of-ann" },
  });
  await add(bot, "wrong", "return 1;", { priority: 3 });
  await add(bot, "answers", REPLY, { priority: 4 });
  const { steps, handled_by } = await open().run(ANN, bot, "hello");
  expect(handled_by).toBe("answers");
  expect(steps.map(({ state, error }) => [state, error?.code])).toEqual([
    ["ran", "SANDBOX_CPU_LIMIT"],
    ["ran", expect.any(String)],
    ["ran", "PLUGIN_INVALID_RESULT"],
    ["ran", undefined],
  ]);
  expect(steps[1]?.error?.message).toContain("my key is");
  expect(JSON.stringify(steps)).not.toContain("a-secret-of-ann");
});

test("no other plugin runs after one that has sent and then failed, as in a real run", async () => {
  const bot = await world.addBot();
  await add(bot, "breaks", "await bot.reply(msg, 'half'); throw new Error('x');", { priority: 1 });
  await add(bot, "after", REPLY, { priority: 2 });
  const { steps, handled_by } = await open().run(ANN, bot, "hello");
  expect(handled_by).toBeNull();
  expect(steps).toMatchObject([
    { state: "ran", sent: [{ text: "half" }] },
    { slug: "after", state: "not_reached" },
  ]);
});

test("neither sandboxed nor built-in plugins reach the network", async () => {
  const bot = await world.addBot();
  await add(bot, "asks", "await fetch('https://example.org/'); return { handled: true };", {
    meta: { permissions: { hosts: ["example.org"] } },
    priority: 1,
  });
  await addBuiltin(bot, "webhook-forward", {
    config: { url: "https://example.org/hook", secret: "whsec_c2VjcmV0" },
  });
  await addBuiltin(bot, "keyword-reply", { config: { rules: "hello => by rule" }, priority: 90 });
  const { steps, handled_by } = await open().run(ANN, bot, "hello");
  expect(handled_by).toBe("keyword-reply");
  expect(steps).toMatchObject([
    { slug: "asks", asked_network: true, error: { message: expect.stringContaining("dry run") } },
    {
      slug: "webhook-forward",
      state: "ran",
      handled: false,
      asked_network: true,
      error: { code: "FETCH_UNAVAILABLE" },
    },
    { slug: "keyword-reply", asked_network: false, sent: [{ text: "by rule" }] },
  ]);
  expect(fetched).toEqual([]);
});

test("built-in plugins that may act otherwise, and plugins that cannot be loaded, are left out", async () => {
  const bot = await world.addBot();
  await addBuiltin(bot, "keyword-reply", { config: { rules: "hello => by rule" }, priority: 1 });
  const broken = await add(bot, "broken", REPLY, { priority: 2 });
  await add(bot, "other", REPLY, { priority: 3 });
  const { db } = world.database;
  const { id: version_id } = await db
    .insertInto("plugin_version")
    .values({
      plugin_id: broken,
      version: "2.0.0",
      sha256: "broken",
      code: "nothing(",
      meta: JSON.stringify({ slug: "broken" }),
      record: "{}",
      findings: "[]",
      state: "approved",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("installation")
    .set({ version_id })
    .where("plugin_id", "=", broken)
    .execute();
  const { steps, handled_by } = await open({ builtins: new Map() }).run(ANN, bot, "hello");
  expect(handled_by).toBe("other");
  expect(steps.map(({ slug, state }) => [slug, state])).toEqual([
    ["keyword-reply", "not_dry"],
    ["broken", "not_loaded"],
    ["other", "ran"],
  ]);
});

test("the menu lists the bot's plugins, as in a real run", async () => {
  const bot = await world.addBot();
  await addBuiltin(bot, "bot-menu");
  await add(bot, "notes", REPLY, { meta: { triggers: ["note"] } });
  await add(await world.addBot(), "elsewhere", REPLY);
  const { steps, handled_by } = await open().run(ANN, bot, "menu");
  expect(handled_by).toBe("bot-menu");
  expect(steps[0]?.sent[0]?.text).toContain("notes");
  expect(steps[0]?.sent[0]?.text).not.toContain("elsewhere");
});

test("the database refuses what a built-in plugin would change in it", async () => {
  const bot = await world.addBot();
  await addBuiltin(bot, "writer");
  const before = await readTables();
  const { steps } = await open().run(ANN, bot, "hello");
  expect(steps[0]?.sent[0]?.text).toMatch(/read-only transaction/u);
  expect(await readTables()).toEqual(before);
});

test("what is sent is cut, and counted", async () => {
  const bot = await world.addBot();
  await add(
    bot,
    "talks",
    "for (let i = 0; i < 25; i++) await bot.reply(msg, 'x' + i); return { handled: true };",
  );
  const { steps } = await open().run(ANN, bot, "hello");
  expect(steps[0]?.sent).toHaveLength(20);
  expect(steps[0]?.more_sent).toBe(5);
});

test("when the time of all plugins is up, no other one begins", async () => {
  const bot = await world.addBot();
  await add(bot, "unhurried", REPLY);
  const dryRuns = open({ wallMs: { plugin: 1000, all: 0 } });
  expect(await dryRuns.run(ANN, bot, "hello")).toMatchObject({
    steps: [{ state: "not_reached", ms: null }],
    handled_by: null,
    is_complete: false,
  });
});

test("a bot of others is not there, and an account has one dry run at a time", async () => {
  const bot = await world.addBot();
  const dryRuns = open();
  await expect(dryRuns.run(BOB, bot, "hello")).rejects.toMatchObject({ code: "BOT_NOT_FOUND" });
  const first = dryRuns.run(ANN, bot, "hello");
  await expect(dryRuns.run(ANN, bot, "hello")).rejects.toMatchObject({ code: "TRIALS_BUSY" });
  expect(await first).toEqual({ steps: [], handled_by: null, error: null, is_complete: true });
});

test("an account has 30 dry runs a minute", async () => {
  const dryRuns = open();
  for (let count = 0; count < 30; count++) await dryRuns.admit(ANN);
  expect(await dryRuns.admit(ANN)).toMatchObject({ allowed: false });
  expect(await dryRuns.admit(BOB)).toMatchObject({ allowed: true });
});
