import { setImmediate as nextTurn } from "node:timers/promises";
import { definePlugin } from "@botwright/core";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../src/index.ts";
import { listMessages, type MessageFilter, newestMessages } from "../src/messages/list-messages.ts";
import { type MessageNode, startMessageNode } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";
import { watchStatements } from "./watch-statements.ts";

let database: Database;
let node: MessageNode;
beforeAll(async () => {
  database = await openTestDatabase();
  node = await startMessageNode(database);
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await database.close();
});

const OWNER = 7;
const THIRD = 11;

const passes = definePlugin({
  meta: { slug: "passes" },
  handler: async () => ({ handled: false }),
});

test("messages are listed by bot, chat, state, plugin and text, newest first, page by page", async () => {
  const bot = await node.addBot(9, [passes]);
  const other = await node.addBot(9, []);
  for (const text of ["one", "two", "three"]) await bot.say(text);
  await bot.say("ＯＮＥ more", { from: "1002" });
  await other.say("four");
  const texts = async (...args: Parameters<typeof node.messages.list>) =>
    (await node.messages.list(...args)).items.map(({ text }) => text);
  expect(await texts(9)).toEqual(["four", "ＯＮＥ more", "three", "two", "one"]);
  expect(await texts(9, { bot_id: bot.id, chat: "1001" })).toEqual(["three", "two", "one"]);
  expect(await texts(9, { text: "one" })).toEqual(["ＯＮＥ more", "one"]);
  expect(await texts(9, { plugin: "passes", state: "done" })).toHaveLength(4);
  expect(await texts(9, { state: "waiting" })).toEqual([]);
  expect(await texts(10)).toEqual([]);
  expect((await node.messages.list(9, {}, { limit: 5 })).next).toBeNull();
  const found = await node.messages.list(9, { text: "one" }, { limit: 1 });
  expect(found.items).toMatchObject([{ text: "ＯＮＥ more" }]);
  const further = { before: found.next ?? 0, limit: 1 };
  expect(await node.messages.list(9, { text: "one" }, further)).toMatchObject({
    items: [{ text: "one" }],
    next: null,
  });
  const first = await node.messages.list(9, {}, { limit: 2 });
  const second = await node.messages.list(9, {}, { limit: 200, before: first.next ?? 0 });
  expect(second).toMatchObject({
    items: [{ text: "three" }, { text: "two" }, { text: "one" }],
    next: null,
  });
});

test.each([
  ["a long text", "long ".repeat(2000)],
  ["a long text of pairs", "\u{1f600}".repeat(4000)],
  ["a long text of characters that the database does not hold", "\u0000".repeat(5000)],
  ["escapes", String.raw`\\ \u0041 \" "` + "\u0001\ud800\n"],
  ["backslashes", String.raw`\n \" \\`],
])("a list and a trace have the beginning of %s", async (_name, text) => {
  const bot = await node.addBot(OWNER, [passes]);
  await bot.say(text);
  const { items } = await node.messages.list(OWNER, { bot_id: bot.id });
  expect(items).toMatchObject([{ type: "text", text: text.slice(0, 4096) }]);
  const { message } = await node.messages.trace(OWNER, items[0]?.id ?? 0);
  expect(message).toEqual(items[0]);
});

test("a list of a bot with few messages reads none of the others", async () => {
  const bot = await node.addBot(OWNER, [passes]);
  await bot.say("hello");
  await sql`
    insert into message (bot_id, platform_id, chat, incoming, done_at)
    select 424242, 'n' || n, 'c', '{}', now() from generate_series(1, 20000) n`.execute(
    database.db,
  );
  await sql`analyze message`.execute(database.db);
  const plan = await planOf({ bot_id: bot.id });
  expect(plan).toContain("message_bot");
  expect(plan).not.toMatch(/message_pkey|Seq Scan on message/);
});

test("a list of a chat reads no message of another chat of the bot", async () => {
  const bot = await node.addBot(OWNER, [passes]);
  await sql`
    insert into message (bot_id, platform_id, chat, incoming, done_at)
    select ${bot.id}, 'n' || n, 'c' || n % 100, '{}', now() from generate_series(1, 20000) n`.execute(
    database.db,
  );
  await sql`analyze message`.execute(database.db);
  for (const filter of [{ chat: "nobody" }, { chat: "nobody", bot_id: bot.id }, { chat: "c7" }]) {
    const plan = await planOf(filter);
    expect(plan).toContain("message_bot_chat");
    expect(plan).toMatch(/Index Cond: .*hashtextextended/);
    expect(plan).not.toMatch(/message_pkey|message_bot on|Seq Scan on message/);
  }
});

/** How the database reads the newest messages of the owner. */
async function planOf(filter: MessageFilter): Promise<string> {
  const query = newestMessages(OWNER, filter, Number.MAX_SAFE_INTEGER, 51);
  const { rows } = await sql<Record<string, string>>`
    explain (analyze, costs off, timing off) select m.id from ${query}`.execute(database.db);
  return rows.map((row) => row["QUERY PLAN"] ?? "").join("\n");
}

test("lists read no document of a message", async () => {
  const { database: watched, statements } = watchStatements(database);
  const bot = await node.addBot(OWNER, [passes]);
  await bot.say("hello", { raw: { large: "x".repeat(1_000_000) } });
  const { items } = await listMessages(watched.db, OWNER, { bot_id: bot.id, text: "hello" });
  expect(items).toMatchObject([{ text: "hello" }]);
  expect(
    statements.map(({ sql: text }) => text).filter((text) => text.includes("incoming")),
  ).toEqual([]);
  expect(Math.max(...statements.map(({ received }) => received))).toBeLessThan(10_000);
});

test("a list has the beginning of a long text, and a search looks in it", async () => {
  const bot = await node.addBot(OWNER, [passes]);
  const beginning = `the beginning ${"x".repeat(4081)}`;
  await bot.say(`${beginning}🙂 the end`);
  const ofBot = { bot_id: bot.id };
  const { items } = await node.messages.list(OWNER, { ...ofBot, text: "THE BEGINNING" });
  expect(items).toMatchObject([{ text: beginning }]);
  expect(await node.messages.list(OWNER, { ...ofBot, text: "the end" })).toEqual({
    items: [],
    next: null,
  });
});

test("a search looks at 2,000 messages and goes on where it has stopped", async () => {
  const bot = await node.addBot(OWNER, [passes]);
  await bot.say("the wanted one");
  await bot.say("another");
  await sql`
    insert into message (bot_id, platform_id, chat, incoming, shown, done_at)
    select bot_id, 'copy/' || place, chat, incoming, shown, done_at from message
    cross join generate_series(1, 2000) place
    where bot_id = ${bot.id} and shown = 'another'`.execute(database.db);
  const wanted = { bot_id: bot.id, text: "wanted" };
  const first = await node.messages.list(OWNER, wanted);
  expect(first).toEqual({ items: [], next: expect.any(Number) });
  const second = await node.messages.list(OWNER, wanted, { before: first.next ?? 0 });
  expect(second).toMatchObject({ items: [{ text: "the wanted one" }], next: null });
});

test("a search leaves turns to other work between texts that grow when they are folded", async () => {
  const bot = await node.addBot(THIRD, [passes]);
  // NFKC makes eighteen letters of this one.
  const shown = "\ufdfa".repeat(4096);
  await sql`
    insert into message (bot_id, platform_id, chat, incoming, shown, done_at)
    select ${bot.id}, 'long/' || place, 'c', '{}', ${shown}, now()
    from generate_series(1, 100) place`.execute(database.db);
  let turns = 0;
  let whenRowsCame = 0;
  const watched = database.db.withPlugin({
    transformQuery: (query) => query.node,
    async transformResult({ result }) {
      whenRowsCame = turns;
      return result;
    },
  });
  const ended = new AbortController();
  const othersWork = (async () => {
    for (; !ended.signal.aborted; turns += 1) await nextTurn();
  })();
  const { items } = await listMessages(watched, THIRD, { bot_id: bot.id, text: "wanted" });
  // The folded texts have seven mebibytes.
  expect(turns - whenRowsCame).toBeGreaterThanOrEqual(6);
  expect(items).toEqual([]);
  ended.abort();
  await othersWork;
});
