import { definePlugin, type Installation, parseRecordedRun, rerunRecord } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../src/index.ts";
import { type KyselyPlugin, RawNode } from "kysely";
import { type MessageNode, PICTURE, startMessageNode } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";

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
