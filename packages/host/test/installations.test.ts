import { createMemoryRateLimiter } from "@botwright/services";
import { randomBytes } from "node:crypto";
import { definePlugin, type PluginMeta, silentLogger } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { createAesSecrets } from "@botwright/services";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createInstallations,
  createInstalledPlugins,
  createLibrary,
  createPublication,
  type Database,
  type Installations,
  type InstalledPlugins,
  type Library,
  type Publication,
  syncBuiltins,
} from "../src/index.ts";
import { approveWaiting } from "./approve-waiting.ts";
import { openTestDatabase } from "./test-database.ts";

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
const sandbox = createSandbox({ workers: 1 });
const menu = definePlugin({
  meta: { slug: "bot-menu", name: "Menu", description: "Lists plugins", triggers: ["menu"] },
  handler: async () => ({ handled: false }),
});
const builtins = new Map([["bot-menu", menu]]);
const limiter = createMemoryRateLimiter();
let database: Database;
let publication: Publication;
let installations: Installations;
let library: Library;
/** Another node than the one that makes the changes. */
let there: InstalledPlugins;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const here = createInstalledPlugins({ database, sandbox, secrets, builtins });
  there = createInstalledPlugins({ database, sandbox, secrets, builtins });
  publication = createPublication({ db, limiter, sandbox, onChanged: () => here.changed() });
  installations = createInstallations({
    db,
    secrets,
    changed: (botId) => here.changed(botId),
    most: 5,
  });
  library = createLibrary({ db });
});
afterAll(async () => {
  await sandbox.close();
  await database.close();
});

const ANN = 1;
const BOB = 2;
const ADMIN = 3;
let developer = 0;

async function addDeveloper(): Promise<number> {
  developer += 1;
  const { id } = await database.db
    .insertInto("user_account")
    .values({ name: "Dev", email: `dev-${developer}@example.org`, updated_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function addBot(): Promise<number> {
  const { id } = await database.db
    .insertInto("bot")
    .values({ user_id: ANN, platform: "telegram", name: "a bot", sealed: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function codeOf(meta: PluginMeta): string {
  return `export const meta = ${JSON.stringify(meta)};
export const handler = () => ({ handled: true });`;
}

/** Publishes a plugin. Returns what is needed to install it. */
async function publish(slug: string, meta: PluginMeta = {}, developerId = 99) {
  const all = { permissions: { hosts: [] }, ...meta };
  const { id } = await publication.submit(developerId, {
    slug,
    name: meta.name ?? slug,
    code: codeOf(all),
  });
  await approveWaiting(publication, id, ADMIN);
  const { version_id } = await library.get(slug);
  return { plugin_id: id, version_id };
}

/** Publishes a further version. */
async function update(pluginId: number, version: string, meta: PluginMeta, developerId = 99) {
  await publication.update(developerId, pluginId, { version, code: codeOf(meta) });
  await approveWaiting(publication, pluginId, ADMIN);
}

// spec: publication.approve, settings.default, settings.password, storage.uninstall, context.config
test("a plugin is installed with settings, changed, and uninstalled, on all nodes", async () => {
  const bot = await addBot();
  const weather = await publish("weather", {
    config_schema: [
      { key: "city", label: "City", type: "text", default: "Berlin" },
      { key: "key", label: "Key", type: "password", default: "none" },
    ],
    triggers: ["weather"],
  });
  expect(await there.of({ id: bot })).toEqual([]);
  const installed = await installations.install(ANN, bot, {
    ...weather,
    config: { key: "s3cret" },
  });
  expect(installed).toMatchObject({
    slug: "weather",
    priority: 70,
    has_own_priority: false,
    enabled: true,
    config: { city: "Berlin" },
    passwords: ["key"],
    waiting: null,
    permissions: { everything: false, items: [] },
  });
  expect(JSON.stringify(installed)).not.toMatch(/s3cret|none/u);
  await expect
    .poll(() => there.of({ id: bot }))
    .toMatchObject([{ plugin: { meta: { slug: "weather" } }, config: { key: "s3cret" } }]);

  const stored = await database.db.selectFrom("installation").selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.sealed).toMatch(/^\w+\.[\w-]+$/u);
  expect(JSON.stringify(stored)).not.toContain("s3cret");

  const again = installations.install(ANN, bot, weather);
  await expect(again).rejects.toMatchObject({ code: "ALREADY_INSTALLED" });
  const id = weather.plugin_id;
  const changed = await installations.change(ANN, bot, id, {
    priority: 61,
    config: { city: "Paris" },
  });
  expect(changed).toMatchObject({ priority: 61, config: { city: "Paris" }, passwords: ["key"] });
  await expect
    .poll(() => there.of({ id: bot }))
    .toMatchObject([{ priority: 61, config: { city: "Paris", key: "s3cret" } }]);
  const wrong = installations.change(ANN, bot, id, { config: { city: 7 } });
  await expect(wrong).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringMatching(/config\.city/u),
  });
  await installations.change(ANN, bot, id, { enabled: false, priority: null });
  await expect.poll(() => there.of({ id: bot })).toEqual([]);
  const { db } = database;
  const value = { user_id: ANN, plugin_slug: "weather", key: "k", json: "1", bytes: 2 };
  await db.insertInto("storage_value").values(value).execute();
  await installations.uninstall(ANN, bot, id);
  expect(await installations.list(ANN, bot)).toEqual([]);
  expect(await db.selectFrom("storage_value").select("key").execute()).toHaveLength(1);
});

test("bots of others have no plugins to see or change", async () => {
  const bot = await addBot();
  const echo = await publish("echo");
  await installations.install(ANN, bot, echo);
  for (const attempt of [
    () => installations.list(BOB, bot),
    () => installations.install(BOB, bot, echo),
    () => installations.change(BOB, bot, echo.plugin_id, { enabled: false }),
    () => installations.uninstall(BOB, bot, echo.plugin_id),
    () => installations.reorder(BOB, bot, [echo.plugin_id]),
    () => installations.upgrade(BOB, bot, echo.plugin_id, echo.version_id),
    () => installations.conflicts(BOB, bot, {}),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "BOT_NOT_FOUND" });
  }
});

test("a version that asks for more waits, says what it asks for, and is taken with consent", async () => {
  const bot = await addBot();
  const news = await publish("news", { permissions: { hosts: ["a.example.com"] } });
  await installations.install(ANN, bot, news);
  const permissions = { hosts: ["a.example.com", "b.example.com"], ai: true };
  await update(news.plugin_id, "2.0.0", { permissions });
  const [waits] = await installations.list(ANN, bot);
  expect(waits).toMatchObject({
    version: "1.0.0",
    waiting: {
      version: "2.0.0",
      changes: {
        added: [
          { key: "hosts/b.example.com", en: expect.stringContaining("b.example.com") },
          { key: "ai" },
        ],
        removed: [],
      },
    },
  });
  const stale = installations.upgrade(ANN, bot, news.plugin_id, news.version_id);
  await expect(stale).rejects.toMatchObject({ code: "VERSION_CHANGED" });
  const now = waits?.waiting?.version_id ?? 0;
  expect(await installations.upgrade(ANN, bot, news.plugin_id, now)).toMatchObject({
    version: "2.0.0",
    waiting: null,
  });
  // It asks for less, and then for what its owner has consented to: neither has to wait.
  await update(news.plugin_id, "3.0.0", { permissions: { hosts: [] } });
  await update(news.plugin_id, "4.0.0", { permissions });
  expect((await installations.list(ANN, bot))[0]).toMatchObject({
    version: "4.0.0",
    waiting: null,
  });
  const versions = await library.versions("news");
  expect(versions.map(({ version, current }) => [version, current])).toEqual([
    ["4.0.0", true],
    ["3.0.0", false],
    ["2.0.0", false],
    ["1.0.0", false],
  ]);
  expect(versions[1]?.changes.removed).toHaveLength(3);
  const outdated = installations.install(ANN, await addBot(), news);
  await expect(outdated).rejects.toMatchObject({ code: "VERSION_CHANGED" });
});

describe("the order of plugins", () => {
  test("becomes what its owner wants, unless it is stale", async () => {
    const bot = await addBot();
    const ids: number[] = [];
    for (const [slug, priority] of [
      ["o-a", 60],
      ["o-b", 70],
      ["o-c", 70],
      ["o-d", 90],
    ] as const) {
      const plugin = await publish(slug, { priority });
      ids.push(plugin.plugin_id);
      await installations.install(ANN, bot, plugin);
    }
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const order = [d, a, c, b];
    const listed = await installations.reorder(ANN, bot, order);
    expect(listed.map(({ plugin_id }) => plugin_id)).toEqual(order);
    expect(listed.map(({ priority }) => priority)).toEqual([60, 60, 70, 70]);
    expect(listed.map(({ has_own_priority }) => has_own_priority)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await expect
      .poll(async () => (await there.of({ id: bot })).map(({ plugin }) => plugin.meta.slug))
      .toEqual(["o-d", "o-a", "o-c", "o-b"]);
    for (const stale of [[a, b, c], [a, b, c, d, d], [a, a, b, c], [a, b, c, 999_999], []]) {
      const refused = installations.reorder(ANN, bot, stale);
      await expect(refused).rejects.toMatchObject({ code: "ORDER_STALE" });
    }
    await installations.install(ANN, bot, await publish("o-e"));
    const sixth = installations.install(ANN, bot, await publish("o-f"));
    await expect(sixth).rejects.toMatchObject({ code: "INSTALLATION_LIMIT" });
  });

  test("and its triggers show who wins for a text, also before a plugin is installed", async () => {
    const bot = await addBot();
    await installations.install(ANN, bot, await publish("roll", { triggers: ["roll"] }));
    await installations.install(ANN, bot, await publish("talk"));
    const other = await publish("roll-poll", { triggers: ["Roll", "roll call"], priority: 65 });
    expect(await installations.conflicts(ANN, bot, {})).toMatchObject({
      exact: [],
      without_triggers: ["talk"],
      who_wins: null,
    });
    const { plugin_id } = other;
    expect(
      await installations.conflicts(ANN, bot, { plugin_id, text: "roll call!" }),
    ).toMatchObject({
      exact: [{ plugins: ["roll", "roll-poll"] }],
      prefix: [{ trigger: '"Roll" ⊂ "roll call"' }],
      who_wins: { winner: { slug: "roll-poll", match: "prefix" }, may_win_too: [] },
    });
    const absent = installations.conflicts(ANN, bot, { plugin_id: 999_999 });
    await expect(absent).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  });
});

describe("the library", () => {
  test("is searched by words, category and installs, page by page", async () => {
    const first = await publish("lib-one", {
      name: "Ünïque Ａ",
      category: "game",
      triggers: ["zzz"],
    });
    await publish("lib-two", {
      description: "finds zzz 100%_",
      triggers: ['say "a\u0000b\ud800"'],
      category: "command",
    });
    await installations.install(ANN, await addBot(), first);
    const slugs = async (search: Parameters<Library["search"]>[0]) =>
      (await library.search(search)).items.map(({ slug }) => slug);
    expect(await slugs({ text: "zzz" })).toEqual(["lib-one", "lib-two"]);
    expect(await slugs({ text: "zzz", order: "new" })).toEqual(["lib-two", "lib-one"]);
    expect(await slugs({ text: "ÜNÏQUE a" })).toEqual(["lib-one"]);
    expect(await slugs({ text: "%_" })).toEqual(["lib-two"]);
    expect(await slugs({ text: "_%" })).toEqual([]);
    expect(await slugs({ text: 'say "ab' })).toEqual(["lib-two"]);
    expect(await slugs({ category: "game" })).toEqual(["lib-one"]);
    for (const order of ["installs", "new"] as const) {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await library.search({
          order,
          limit: 2,
          ...(after !== undefined && { after }),
        });
        seen.push(...page.items.map(({ slug }) => slug));
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(seen).toEqual(await slugs({ order, limit: 500 }));
      expect(new Set(seen).size).toBe(seen.length);
    }
    const wrong = library.search({ after: "x" });
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  test("shows what a plugin may do, and not those of banned developers", async () => {
    const eve = await addDeveloper();
    const evil = await publish(
      "evil",
      { permissions: { hosts: ["*"], creds: ["feishu"], proactive: true } },
      eve,
    );
    const shown = await library.get("evil");
    expect(shown).toMatchObject({ developer: "Dev", permissions: { everything: false } });
    expect(shown.permissions.items.map(({ key }) => key)).toEqual([
      "hosts/*",
      "proactive",
      "creds/feishu",
    ]);
    const ban = database.db.updateTable("user_account").set({ banned: true }).where("id", "=", eve);
    const bot = await addBot();
    await installations.install(ANN, bot, evil);
    await ban.execute();
    await expect(library.get("evil")).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
    expect(await installations.list(ANN, bot)).toMatchObject([{ available: false, waiting: null }]);
    const other = installations.install(ANN, await addBot(), evil);
    await expect(other).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  });

  test("has the plugins that come with the host, which run in its process", async () => {
    const { db } = database;
    const sync = (version: string): Promise<boolean> =>
      syncBuiltins({ db, builtins, version, logger: silentLogger });
    const both = await Promise.all([sync("1.0.0"), sync("1.0.0")]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const shown = await library.get("bot-menu");
    expect(shown).toMatchObject({ builtin: true, developer: null, version: "1.0.0", priority: 5 });
    const bot = await addBot();
    const { id: plugin_id, version_id } = shown;
    await installations.install(ANN, bot, { plugin_id, version_id });
    expect((await there.of({ id: bot }))[0]?.plugin).toBe(menu);
    expect(await sync("1.1.0")).toBe(true);
    expect(await installations.list(ANN, bot)).toMatchObject([
      { builtin: true, version: "1.1.0", waiting: null },
    ]);
    expect((await library.versions("bot-menu")).map(({ version }) => version)).toEqual([
      "1.1.0",
      "1.0.0",
    ]);
    await publication.takeDown(plugin_id, ADMIN, "not here");
    await sync("1.2.0");
    await expect(library.get("bot-menu")).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  });
});
