/** Longer than other files: one node, whose bots are spoken to, is read in each way that there is. */

import { definePlugin, type Installation, parseRecordedRun, rerunRecord } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../src/index.ts";
import { type KyselyPlugin, RawNode, sql } from "kysely";
import { listMessages, type MessageFilter, newestMessages } from "../src/messages/list-messages.ts";
import { type MessageNode, PICTURE, startMessageNode } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";
import { watchStatements } from "./watch-statements.ts";

const sandbox = createSandbox({ workers: 1 });
let database: Database;
let node: MessageNode;
beforeAll(async () => {
  database = await openTestDatabase();
  node = await startMessageNode(database);
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await sandbox.close();
  await database.close();
});

const OWNER = 7;
const OTHER = 8;
const THIRD = 11;

const passes = definePlugin({
  meta: { slug: "passes" },
  handler: async () => ({ handled: false }),
});

const COUNTER = `export const meta = {
  slug: "counter",
  config_schema: [{ key: "key", label: "Key", type: "password" }],
};
export async function handler({ bot, msg, config, storage, mediaBuffer }) {
  const count = ((await storage.get("count")) ?? 0) + 1;
  await storage.set("count", count);
  console.log("with " + config.key);
  if (msg.text === "fail") throw new Error("no " + config.key);
  const size = mediaBuffer === null ? "" : " of " + mediaBuffer.length + " bytes";
  await bot.reply(msg, "number " + count + size + " by " + config.key);
  return { handled: true };
}`;

async function counter(): Promise<Installation> {
  return { plugin: await sandbox.load(COUNTER), config: { key: "s3cret-key" } };
}

test("the journal of a run is read while a large trace is, in a statement of its own", async () => {
  const held = holdReads(database);
  await using slow = await startMessageNode(held.database);
  const bot = await slow.addBot(THIRD, [await counter()]);
  await bot.say("hello");
  const { items } = await slow.messages.list(THIRD, { bot_id: bot.id });
  held.begin();
  const trace = slow.messages.trace(THIRD, items[0]?.id ?? 0);
  await expect.poll(held.reads).toBe(1);
  const entries = slow.journal.read("another run");
  await expect.poll(held.reads).toBe(2);
  held.release();
  expect(await entries).toEqual([]);
  const runs = (await trace).attempts.flatMap((attempt) => attempt.runs);
  expect(runs).toMatchObject([{ plugin: "counter", status: "handled" }]);
});

/** A database that keeps the rows of journals back, from where it begins to where they are released. */
function holdReads({ db, ...others }: Database) {
  const released = Promise.withResolvers<void>();
  const reads = new Set<object>();
  let holds = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node: query, queryId }) {
      const isRead = RawNode.is(query) && query.sqlFragments.join("?").includes("journal_read");
      if (isRead && holds) reads.add(queryId);
      return query;
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId)) await released.promise;
      return result;
    },
  };
  return {
    database: { ...others, db: db.withPlugin(plugin) },
    begin: () => void (holds = true),
    reads: () => reads.size,
    release: released.resolve,
  };
}

test("a trace has each plugin in order, its calls with times and receipts, its lines and no secret", async () => {
  const bot = await node.addBot(OWNER, [{ plugin: passes, priority: 10 }, await counter()]);
  await bot.say("hello \u0000\ud800");
  expect(bot.sent).toEqual(["number 1 by s3cret-key"]);
  const { items } = await node.messages.list(OWNER, { bot_id: bot.id });
  expect(items).toMatchObject([
    {
      bot_id: bot.id,
      platform: "telegram",
      chat: "1001",
      text: "hello \u0000\ud800",
      state: "done",
      attempts: 1,
      process_deaths: 0,
      handled_by: "counter",
      runs: [
        { plugin: "passes", status: "passed" },
        { plugin: "counter", status: "handled" },
      ],
      error: null,
    },
  ]);
  const trace = await node.messages.trace(OWNER, items[0]?.id ?? 0);
  expect(trace.attempts).toMatchObject([
    {
      number: 1,
      ended: "done",
      handled_by: "counter",
      runs: [
        { plugin: "passes", version: null, status: "passed", calls: [], gas: null },
        {
          plugin: "counter",
          status: "handled",
          sends: 1,
          gas: expect.any(Number),
          logs: [{ level: "info", message: "with __secret.config.key__" }],
          calls: [
            { operation: "storage.get", args: ["count"], outcome: { ok: true, value: null } },
            { operation: "storage.set", args: ["count", 1], outcome: { ok: true } },
            {
              operation: "bot.reply",
              args: [{ message: 1 }, "number 1 by __secret.config.key__"],
              outcome: { ok: true, value: { status: "sent", id: "1" } },
              ms: expect.any(Number),
            },
          ],
        },
      ],
    },
  ]);
  expect(JSON.stringify(trace)).not.toContain("s3cret-key");
  const { rows } = await readAll("message_attempt");
  expect(rows).not.toContain("s3cret-key");
  expect(rows).not.toContain("number 1");
  await expect(node.messages.trace(OTHER, items[0]?.id ?? 0)).rejects.toMatchObject({
    code: "MESSAGE_NOT_FOUND",
  });
});

async function readAll(table: "message_attempt"): Promise<{ rows: string }> {
  return { rows: JSON.stringify(await database.db.selectFrom(table).selectAll().execute()) };
}

test("an error of a plugin has its line", async () => {
  const bot = await node.addBot(OWNER, [await counter()]);
  await bot.say("fail");
  const { items } = await node.messages.list(OWNER, { bot_id: bot.id });
  const { attempts } = await node.messages.trace(OWNER, items[0]?.id ?? 0);
  expect(attempts[0]?.runs[0]?.error).toMatchObject({
    message: "no __secret.config.key__",
    position: { line: 9 },
  });
});

test("a downloaded record runs again to the same calls, with its medium and without its secrets", async () => {
  const bot = await node.addBot(OWNER, [await counter()]);
  const image = {
    media: { encrypt_query_param: "one" },
    thumb_width: 1,
    thumb_height: 1,
    mid_size: PICTURE.length,
  };
  await bot.say("", { type: "image", image });
  const { items } = await node.messages.list(OWNER, { bot_id: bot.id });
  const text = await node.messages.record(OWNER, items[0]?.id ?? 0, "counter");
  expect(text).not.toContain("s3cret-key");
  const recorded = parseRecordedRun(text);
  expect(recorded.context.mediaBuffer).toEqual(new Uint8Array(PICTURE));
  const { same, difference } = await rerunRecord(recorded, await sandbox.load(COUNTER));
  expect(difference).toBeUndefined();
  expect(same).toBe(true);
  const changed = await sandbox.load(COUNTER.replace("number ", "No. "));
  expect((await rerunRecord(recorded, changed)).difference).toMatchObject({
    kind: "changed-call",
    recorded: { operation: "bot.reply" },
  });
  for (const [user, plugin, code] of [
    [OTHER, "counter", "MESSAGE_NOT_FOUND"],
    [OWNER, "passes", "RUN_NOT_RECORDED"],
  ] as const) {
    const refused = node.messages.record(user, items[0]?.id ?? 0, plugin);
    await expect(refused).rejects.toMatchObject({ code });
  }
});

const LOOKS = `export const meta = { slug: "looks" };
export async function handler({ bot, msg, storage, mediaBuffer }) {
  await storage.get("count");
  if (msg.text === "answer") await bot.reply(msg, "" + mediaBuffer.length);
  return { handled: true };
}`;

test("the medium of a message is kept when a plugin had an effect, and the record says where it is not", async () => {
  const bot = await node.addBot(OWNER, [{ plugin: await sandbox.load(LOOKS) }]);
  const used = async () =>
    database.db
      .selectFrom("journal_media_use")
      .select("call_id")
      .where("call_id", "like", `${bot.id}/%`)
      .orderBy("call_id")
      .execute();
  const image = {
    media: { encrypt_query_param: "one" },
    thumb_width: 1,
    thumb_height: 1,
    mid_size: PICTURE.length,
  };
  await database.db.deleteFrom("journal_media_use").execute();
  await database.db.deleteFrom("journal_media").execute();
  const record = async () => {
    const [newest] = (await node.messages.list(OWNER, { bot_id: bot.id })).items;
    return node.messages.record(OWNER, newest?.id ?? 0, "looks");
  };
  await bot.say("only look", { type: "image", image });
  expect(await used()).toEqual([]);
  await expect(record()).rejects.toMatchObject({
    code: "RUN_NOT_RECORDED",
    message: expect.stringContaining("its medium is not kept"),
  });
  await bot.say("answer", { type: "image", image });
  expect(await used()).toEqual([
    { call_id: expect.stringMatching(/\/$/) },
    { call_id: expect.stringMatching(/\/looks$/) },
  ]);
  expect(parseRecordedRun(await record()).context.mediaBuffer).toEqual(new Uint8Array(PICTURE));
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
