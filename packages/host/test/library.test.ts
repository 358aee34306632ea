import { definePlugin, silentLogger } from "@botwright/core";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Library, syncBuiltins } from "../src/index.ts";
import { untilWaiting } from "./during-transaction.ts";
import { ADMIN, ANN, type Installing, openInstalling } from "./installing.ts";

const menu = definePlugin({
  meta: { slug: "bot-menu", name: "Menu", description: "Lists plugins", triggers: ["menu"] },
  handler: async () => ({ handled: false }),
});
const builtins = new Map([["bot-menu", menu]]);

let world: Installing;
beforeAll(async () => {
  world = await openInstalling(builtins);
});
afterAll(() => world[Symbol.asyncDispose]());

async function addDeveloper(): Promise<number> {
  const { id } = await world.database.db
    .insertInto("user_account")
    .values({ name: "Dev", email: "dev@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks on one letter, which PostgreSQL sorts in quadratic time: here within the length of a trigger. */
const MARKS = `a${"\u0301\u0316".repeat(40)}`;

test("long rows of marks are left out of what is searched, and of what is searched for", async () => {
  const { database, library, publication } = world;
  const { plugin_id: id } = await world.publish("lib-marks", {
    name: `${MARKS} name`,
    triggers: [`${MARKS}\0${MARKS.slice(1)} Ｗｉｄｅ`],
    description: `${MARKS} one`,
  });
  const columns = ["name", "description", "words", "developer_id"] as const;
  const stored = (): Promise<Record<(typeof columns)[number], string | number | null>> =>
    database.db.selectFrom("plugin").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
  const first = await stored();
  expect(first.description).toMatch(/^.{1,31} one$/su);
  expect(first.name).toMatch(/^.{1,31} name$/su);
  expect(first.words).toMatch(/^.{1,31} Wide$/su);
  await publication.update(Number(first.developer_id), id, { description: `${MARKS} two` });
  expect((await stored()).description).toMatch(/^.{1,31} two$/su);
  const slugs = async (text: string) =>
    (await library.search({ text })).items.map(({ slug }) => slug);
  expect(await slugs(`${MARKS} TWO`)).toEqual(["lib-marks"]);
});

test("a long text that an earlier release has stored is searched as it stands", async () => {
  const { database, library } = world;
  const { plugin_id: id } = await world.publish("lib-old", { triggers: ["old"] });
  const words = `${MARKS.repeat(100)} Stored-Before`;
  await database.db.updateTable("plugin").set({ words }).where("id", "=", id).execute();
  const { items } = await library.search({ text: "ｓtored-before" });
  expect(items.map(({ slug }) => slug)).toEqual(["lib-old"]);
});

test("the library is searched by words, category and installs, page by page", async () => {
  const first = await world.publish("lib-one", {
    name: "Ünïque Ａ",
    category: "game",
    triggers: ["zzz"],
  });
  await world.publish("lib-two", {
    description: "finds zzz 100%_",
    triggers: ['say "a\u0000b\ud800"'],
    category: "command",
  });
  await world.installations.install(ANN, await world.addBot(), first);
  const slugs = async (search: Parameters<Library["search"]>[0]) =>
    (await world.library.search(search)).items.map(({ slug }) => slug);
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
      const page = await world.library.search({
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
  const wrong = world.library.search({ after: "x" });
  await expect(wrong).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("the library shows what a plugin may do, and not those of banned developers", async () => {
  const eve = await addDeveloper();
  const evil = await world.publish(
    "evil",
    { permissions: { hosts: ["*"], creds: ["feishu"], proactive: true } },
    eve,
  );
  const shown = await world.library.get("evil");
  expect(shown).toMatchObject({ developer: "Dev", permissions: { everything: false } });
  expect(shown.permissions.items.map(({ key }) => key)).toEqual([
    "hosts/*",
    "proactive",
    "creds/feishu",
  ]);
  const ban = world.database.db
    .updateTable("user_account")
    .set({ banned: true })
    .where("id", "=", eve);
  const bot = await world.addBot();
  await world.installations.install(ANN, bot, evil);
  await ban.execute();
  await expect(world.library.get("evil")).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  expect(await world.installations.list(ANN, bot)).toMatchObject([
    { available: false, waiting: null },
  ]);
  const other = world.installations.install(ANN, await world.addBot(), evil);
  await expect(other).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
});

test("the library has the plugins that come with the host, which run in its process", async () => {
  const { db } = world.database;
  const sync = (version: string): Promise<boolean> =>
    syncBuiltins({ db, builtins, version, logger: silentLogger });
  const both = await Promise.all([sync("1.0.0"), sync("1.0.0")]);
  expect(both.filter(Boolean)).toHaveLength(1);
  const shown = await world.library.get("bot-menu");
  expect(shown).toMatchObject({ builtin: true, developer: null, version: "1.0.0", priority: 5 });
  const bot = await world.addBot();
  const { id: plugin_id, version_id } = shown;
  await world.installations.install(ANN, bot, { plugin_id, version_id });
  expect((await world.there.of({ id: bot }))[0]?.plugin).toBe(menu);
  expect(await sync("1.1.0")).toBe(true);
  expect(await world.installations.list(ANN, bot)).toMatchObject([
    { builtin: true, version: "1.1.0", waiting: null },
  ]);
  expect((await world.library.versions("bot-menu")).map(({ version }) => version)).toEqual([
    "1.1.0",
    "1.0.0",
  ]);
  await world.publication.takeDown(plugin_id, ADMIN, "not here");
  await sync("1.2.0");
  await expect(world.library.get("bot-menu")).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
});

test("a plugin of the host that is taken down while a newer host starts stays down", async () => {
  const { db } = world.database;
  const games = new Map([["bot-game", definePlugin({ ...menu, meta: { slug: "bot-game" } })]]);
  const sync = (version: string): Promise<boolean> =>
    syncBuiltins({ db, builtins: games, version, logger: silentLogger });
  await sync("1.0.0");
  const { id } = await world.library.get("bot-game");
  const both = await db.transaction().execute(async (trx) => {
    await sql`lock table plugin_version in exclusive mode`.execute(trx);
    const syncing = sync("1.1.0");
    await untilWaiting(db, 1);
    const takingDown = world.publication.takeDown(id, ADMIN, "not here");
    await untilWaiting(db, 2);
    return [syncing, takingDown];
  });
  await Promise.all(both);
  await expect(world.library.get("bot-game")).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
});
