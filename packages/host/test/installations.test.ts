import { randomBytes } from "node:crypto";
import type { PluginMeta } from "@botwright/core";
import { createAesSecrets } from "@botwright/services";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installationContext } from "../src/plugins/load-installed.ts";
import { lockPlugin } from "../src/publication/lock-plugin.ts";
import { publish } from "../src/publication/plugin-rows.ts";
import { duringTransaction } from "./during-transaction.ts";
import { ANN, BOB, DEVELOPER, type Installing, openInstalling } from "./installing.ts";

let world: Installing;
beforeAll(async () => {
  world = await openInstalling();
});
afterAll(() => world[Symbol.asyncDispose]());

// spec: publication.approve, settings.default, settings.password, storage.uninstall, context.config
test("a plugin is installed with settings, changed, and uninstalled, on all nodes", async () => {
  const bot = await world.addBot();
  const weather = await world.publish("weather", {
    config_schema: [
      { key: "city", label: "City", type: "text", default: "Berlin" },
      { key: "key", label: "Key", type: "password", default: "none" },
    ],
    triggers: ["weather"],
  });
  expect(await world.there.of({ id: bot })).toEqual([]);
  const installed = await world.installations.install(ANN, bot, {
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
    .poll(() => world.there.of({ id: bot }))
    .toMatchObject([{ plugin: { meta: { slug: "weather" } }, config: { key: "s3cret" } }]);

  const stored = await world.database.db.selectFrom("installation").selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.sealed).toMatch(/^\w+\.[\w-]+$/u);
  expect(JSON.stringify(stored)).not.toContain("s3cret");

  const again = world.installations.install(ANN, bot, weather);
  await expect(again).rejects.toMatchObject({ code: "ALREADY_INSTALLED" });
  const id = weather.plugin_id;
  const changed = await world.installations.change(ANN, bot, id, {
    priority: 61,
    config: { city: "Paris" },
  });
  expect(changed).toMatchObject({ priority: 61, config: { city: "Paris" }, passwords: ["key"] });
  await expect
    .poll(() => world.there.of({ id: bot }))
    .toMatchObject([{ priority: 61, config: { city: "Paris", key: "s3cret" } }]);
  const wrong = world.installations.change(ANN, bot, id, { config: { city: 7 } });
  await expect(wrong).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringMatching(/config\.city/u),
  });
  await world.installations.change(ANN, bot, id, { enabled: false, priority: null });
  await expect.poll(() => world.there.of({ id: bot })).toEqual([]);
  const { db } = world.database;
  const value = { user_id: ANN, plugin_slug: "weather", key: "k", json: "1", bytes: 2 };
  await db.insertInto("storage_value").values(value).execute();
  await world.installations.uninstall(ANN, bot, id);
  expect(await world.installations.list(ANN, bot)).toEqual([]);
  expect(await db.selectFrom("storage_value").select("key").execute()).toHaveLength(1);
});

test("passwords whose key is lost are as if they were not set, and others can be entered", async () => {
  const bot = await world.addBot();
  const keyed = await world.publish("keyed", {
    config_schema: [
      { key: "city", label: "City", type: "text" },
      { key: "key", label: "Key", type: "password" },
    ],
  });
  const { plugin_id: id } = keyed;
  const config = { city: "Paris", key: "s3cret" };
  await world.installations.install(ANN, bot, { ...keyed, config });
  const { db } = world.database;
  const lost = createAesSecrets({ keys: { k0: randomBytes(32) }, current: "k0" });
  const sealed = await lost.seal('{"key":"s3cret"}', installationContext(bot, id));
  await db.updateTable("installation").set({ sealed }).where("bot_id", "=", bot).execute();
  expect(await world.installations.list(ANN, bot)).toMatchObject([
    { config: { city: "Paris" }, passwords: [] },
  ]);

  // The key may be found: what is not about the settings leaves them as they are.
  await world.installations.change(ANN, bot, id, { priority: 61 });
  const row = db.selectFrom("installation").select("sealed").where("bot_id", "=", bot);
  expect(await row.executeTakeFirst()).toEqual({ sealed });
  const changed = await world.installations.change(ANN, bot, id, { config: { key: "other" } });
  expect(changed).toMatchObject({ config: { city: "Paris" }, passwords: ["key"] });
  await expect
    .poll(() => world.there.of({ id: bot }))
    .toMatchObject([{ config: { city: "Paris", key: "other" } }]);
});

/** What a plugin declares that has one setting. */
const declared = (type: "password" | "text"): PluginMeta => ({
  config_schema: [{ key: "key", label: "Key", type }],
  permissions: { hosts: [] },
});

test("a password stays one in the next version: under another type it is neither used nor shown", async () => {
  const bot = await world.addBot();
  const plugin = await world.publish("keeps-secrets", declared("password"));
  const config = { key: "s3cret" };
  await world.installations.install(ANN, bot, { ...plugin, config });
  await world.update(plugin.plugin_id, "1.1.0", declared("text"));
  await expect.poll(() => world.there.of({ id: bot })).toMatchObject([{ config: {} }]);
  expect(await world.there.of({ id: bot })).not.toMatchObject([{ config }]);
  await world.installations.change(ANN, bot, plugin.plugin_id, { priority: 61 });
  const listed = await world.installations.list(ANN, bot);
  expect(listed).toMatchObject([{ version: "1.1.0", config: {}, passwords: [] }]);
  const rows = await world.database.db.selectFrom("installation").selectAll().execute();
  expect(JSON.stringify([listed, rows])).not.toContain("s3cret");

  // What becomes a password is one at once.
  await world.installations.change(ANN, bot, plugin.plugin_id, { config });
  await world.update(plugin.plugin_id, "1.2.0", declared("password"));
  const [record] = await world.installations.list(ANN, bot);
  expect(record).toMatchObject({ version: "1.2.0", config: {}, passwords: ["key"] });
});

test("requests at once, more than the database has connections, are all answered", async () => {
  const bot = await world.addBot();
  const popular = await world.publish("popular");
  const installing = Array.from({ length: 50 }, () =>
    world.installations.install(ANN, bot, popular).then(
      ({ slug }) => slug,
      ({ code }) => code,
    ),
  );
  const outcomes = await Promise.all(installing);
  expect(outcomes.filter((outcome) => outcome === "popular")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "ALREADY_INSTALLED")).toHaveLength(49);
  expect(await world.installations.list(ANN, bot)).toHaveLength(1);
});

test.each(["install", "upgrade"] as const)(
  "an %s during the approval of another version is refused, so that no bot stays behind",
  async (way) => {
    const { database, installations, publication } = world;
    const bot = await world.addBot();
    const first = await world.publish(`${way}-late`);
    if (way === "upgrade") await installations.install(ANN, bot, first);
    const { plugin_id: id, version_id: version } = first;
    await publication.update(DEVELOPER, id, { version: "2.0.0" });
    const { version_id: next, meta } = await publication.waiting(id);
    const late = duringTransaction(
      database.db,
      async (trx) => {
        await lockPlugin(trx, id);
        await publish(trx, id, next, meta);
      },
      () =>
        way === "install"
          ? installations.install(ANN, bot, first)
          : installations.upgrade(ANN, bot, id, version),
    );
    await expect(late).rejects.toMatchObject({ code: "VERSION_CHANGED" });
    const installed = await installations.list(ANN, bot);
    expect(installed.map(({ version_id }) => version_id)).toEqual(way === "install" ? [] : [next]);
  },
);

test("an install while the bot is unbound finds no bot", async () => {
  const { database, installations } = world;
  const bot = await world.addBot();
  const late = await world.publish("too-late");
  const installing = duringTransaction(
    database.db,
    (trx) => trx.deleteFrom("bot").where("id", "=", bot).execute(),
    () => installations.install(ANN, bot, late),
  );
  await expect(installing).rejects.toMatchObject({ code: "BOT_NOT_FOUND" });
});

test("bots of others have no plugins to see or change", async () => {
  const bot = await world.addBot();
  const echo = await world.publish("echo");
  await world.installations.install(ANN, bot, echo);
  for (const attempt of [
    () => world.installations.list(BOB, bot),
    () => world.installations.install(BOB, bot, echo),
    () => world.installations.change(BOB, bot, echo.plugin_id, { enabled: false }),
    () => world.installations.uninstall(BOB, bot, echo.plugin_id),
    () => world.installations.reorder(BOB, bot, [echo.plugin_id]),
    () => world.installations.upgrade(BOB, bot, echo.plugin_id, echo.version_id),
    () => world.installations.conflicts(BOB, bot, {}),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "BOT_NOT_FOUND" });
  }
});

test("a version that asks for more waits, says what it asks for, and is installed with consent", async () => {
  const bot = await world.addBot();
  const news = await world.publish("news", { permissions: { hosts: ["a.example.com"] } });
  await world.installations.install(ANN, bot, news);
  const permissions = { hosts: ["a.example.com", "b.example.com"], ai: true };
  await world.update(news.plugin_id, "2.0.0", { permissions });
  const [waits] = await world.installations.list(ANN, bot);
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
  const stale = world.installations.upgrade(ANN, bot, news.plugin_id, news.version_id);
  await expect(stale).rejects.toMatchObject({ code: "VERSION_CHANGED" });
  const now = waits?.waiting?.version_id ?? 0;
  expect(await world.installations.upgrade(ANN, bot, news.plugin_id, now)).toMatchObject({
    version: "2.0.0",
    waiting: null,
  });
  // It asks for less, and then for what its owner has consented to: neither has to wait.
  await world.update(news.plugin_id, "3.0.0", { permissions: { hosts: [] } });
  await world.update(news.plugin_id, "4.0.0", { permissions });
  expect((await world.installations.list(ANN, bot))[0]).toMatchObject({
    version: "4.0.0",
    waiting: null,
  });
  const versions = await world.library.versions("news");
  expect(versions.map(({ version, current }) => [version, current])).toEqual([
    ["4.0.0", true],
    ["3.0.0", false],
    ["2.0.0", false],
    ["1.0.0", false],
  ]);
  expect(versions[1]?.changes.removed).toHaveLength(3);
  const outdated = world.installations.install(ANN, await world.addBot(), news);
  await expect(outdated).rejects.toMatchObject({ code: "VERSION_CHANGED" });
});

describe("the order of plugins", () => {
  test("becomes what its owner wants, unless it is stale", async () => {
    const bot = await world.addBot();
    const ids: number[] = [];
    for (const [slug, priority] of [
      ["o-a", 60],
      ["o-b", 70],
      ["o-c", 70],
      ["o-d", 90],
    ] as const) {
      const plugin = await world.publish(slug, { priority });
      ids.push(plugin.plugin_id);
      await world.installations.install(ANN, bot, plugin);
    }
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const order = [d, a, c, b];
    const listed = await world.installations.reorder(ANN, bot, order);
    expect(listed.map(({ plugin_id }) => plugin_id)).toEqual(order);
    expect(listed.map(({ priority }) => priority)).toEqual([60, 60, 70, 70]);
    expect(listed.map(({ has_own_priority }) => has_own_priority)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await expect
      .poll(async () => (await world.there.of({ id: bot })).map(({ plugin }) => plugin.meta.slug))
      .toEqual(["o-d", "o-a", "o-c", "o-b"]);
    for (const stale of [[a, b, c], [a, b, c, d, d], [a, a, b, c], [a, b, c, 999_999], []]) {
      const refused = world.installations.reorder(ANN, bot, stale);
      await expect(refused).rejects.toMatchObject({ code: "ORDER_STALE" });
    }
    await world.installations.install(ANN, bot, await world.publish("o-e"));
    const sixth = world.installations.install(ANN, bot, await world.publish("o-f"));
    await expect(sixth).rejects.toMatchObject({ code: "INSTALLATION_LIMIT" });
  });

  test("and its triggers show who wins for a text, also before a plugin is installed", async () => {
    const bot = await world.addBot();
    await world.installations.install(
      ANN,
      bot,
      await world.publish("roll", { triggers: ["roll"] }),
    );
    await world.installations.install(ANN, bot, await world.publish("talk"));
    const other = await world.publish("roll-poll", {
      triggers: ["Roll", "roll call"],
      priority: 65,
    });
    expect(await world.installations.conflicts(ANN, bot, {})).toMatchObject({
      exact: [],
      without_triggers: ["talk"],
      who_wins: null,
    });
    const { plugin_id } = other;
    expect(
      await world.installations.conflicts(ANN, bot, { plugin_id, text: "roll call!" }),
    ).toMatchObject({
      exact: [{ plugins: ["roll", "roll-poll"] }],
      prefix: [{ trigger: '"Roll" ⊂ "roll call"' }],
      who_wins: { winner: { slug: "roll-poll", match: "prefix" }, may_win_too: [] },
    });
    const absent = world.installations.conflicts(ANN, bot, { plugin_id: 999_999 });
    await expect(absent).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  });
});
