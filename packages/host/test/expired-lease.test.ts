import { definePlugin, type JournalEntry, type Plugin, silentLogger } from "@botwright/core";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimBots } from "../src/bots/runner/owned-bots.ts";
import { claimLanes } from "../src/inbox/lanes.ts";
import {
  createPostgresInbox,
  createPostgresJournal,
  type Database,
  startNodeLease,
} from "../src/index.ts";
import { type NodeOptions, startNode } from "../src/node.ts";
import { insertBot } from "./insert-bot.ts";
import { bindTelegram, memoryTelegram, partsOf } from "./memory-telegram.ts";
import { PICTURE, textMessage, TTL_MS } from "./message-node.ts";
import { secrets } from "./node-of-bots.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.db.deleteFrom("bot").execute();
});
afterAll(() => database.close());

const USER = 7;
const LOST = { code: "INFRASTRUCTURE_FAILED", message: expect.stringContaining("lease") };

/** What a node finds that was suspended for longer than its lease: its own clock has stood still. */
async function expire(node: string): Promise<void> {
  await sql`update node set expires_at = clock_timestamp() where id = ${node}`.execute(database.db);
}

/** A node whose bots have this plugin; what they send is added to `sent`. */
function startWith(
  plugin: Plugin,
  sent: string[],
  options: Pick<NodeOptions, "leaseMs" | "onEvent"> = {},
) {
  return startNode({
    ...partsOf(database),
    bindings: { telegram: memoryTelegram(sent) },
    plugins: async () => [plugin],
    logger: silentLogger,
    recorder: { take: async () => undefined },
    ...options,
  });
}

test("a lease that has ended by the database's clock is lost, and does not come back", async () => {
  const { db } = database;
  let losses = 0;
  await using lease = await startNodeLease({ db, ttlMs: 1000, onLost: () => (losses += 1) });
  const left = async (): Promise<number> => {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as ms
      from node where id = ${lease.id}`.execute(db);
    return rows[0]?.ms ?? -Infinity;
  };
  await expect.poll(() => lease.isHeld()).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(lease.isHeld()).toBe(true);
  expect(await left()).toBeGreaterThan(0);

  await expire(lease.id);
  await expect.poll(() => losses).toBe(1);
  expect(lease.isHeld()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await left()).toBeLessThan(0);
  expect(losses).toBe(1);
});

test("a node whose lease has ended begins anew with another one", async () => {
  const node = await startWith(definePlugin({ meta: { slug: "idle" }, handler: idle }), []);
  const { id } = node;
  await expire(id);
  await expect.poll(() => node.id, { timeout: 10_000 }).not.toBe(id);
  expect(node.isHeld()).toBe(true);
  await node.close();
});

test("a node whose lease has ended takes neither bots nor chats", async () => {
  const { db } = database;
  await using lease = await startNodeLease({ db, ttlMs: TTL_MS });
  const botId = await insertBot(db, { userId: USER });
  const inbox = createPostgresInbox({ database, lease });
  await inbox.open(botId).accept({ id: "m/1", message: textMessage("hello") });
  const takeBots = async () => (await claimBots(db, lease.id, ["telegram"], 9)).map(({ id }) => id);
  const takeChats = async () =>
    (await claimLanes(db, [{ botId, held: 0, room: 9 }], lease.id, 9)).map(({ id }) => id);
  await expire(lease.id);
  expect([await takeBots(), await takeChats()]).toEqual([[], []]);
  await sql`update node set expires_at = 'infinity' where id = ${lease.id}`.execute(db);
  expect([await takeBots(), await takeChats()]).toEqual([[botId], [expect.any(Number)]]);
  await inbox.close();
});

test("a node that has lost its lease does not wait for messages that it may not handle any more", async () => {
  const { db } = database;
  await using lease = await startNodeLease({ db, ttlMs: TTL_MS });
  const node = createPostgresInbox({ database, lease });
  const inbox = node.open(await insertBot(db, { userId: USER }));
  const seen: string[] = [];
  const begun = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  inbox.process(async ({ id }) => {
    begun.resolve();
    await lost.promise;
    seen.push(id);
  });
  for (const id of ["m/1", "m/2"]) await inbox.accept({ id, message: textMessage("hello") });
  await begun.promise;
  await lease.close();
  const drained = inbox.drain();
  lost.resolve();
  await drained;
  expect(seen).toEqual(["m/1"]);
  await node.close();
});

async function idle() {
  return { handled: false };
}

const entry: JournalEntry = { callId: "1/a/plugin", sequence: 0, operation: "bot.reply", args: [] };

test.each<[string, JournalEntry[]]>([
  ["one entry", [entry]],
  ["several entries", [entry, { ...entry, sequence: 1 }]],
  ["a medium", [{ ...entry, operation: "bot.sendImage", args: ["ann", PICTURE] }]],
])("a journal writes %s only while its node has the lease", async (_, entries) => {
  const { db } = database;
  await using lease = await startNodeLease({ db, ttlMs: TTL_MS });
  const callId = `${lease.id}/run`;
  const ofRun = entries.map((one) => ({ ...one, callId }));
  const asked = ofRun.map((one) => ({ ...one, args: [...one.args, "other"] }));
  const journal = createPostgresJournal({ db, secrets, lease });
  await journal.write(ofRun);
  const stored = await journal.read(callId);
  expect(stored).toHaveLength(entries.length);

  await expire(lease.id);
  await expect(journal.write(asked)).rejects.toMatchObject(LOST);
  const next = asked.map((one) => ({ ...one, sequence: one.sequence + 10 }));
  await expect(journal.write(next)).rejects.toMatchObject(LOST);
  expect(await journal.read(callId)).toEqual(stored);

  // Of a program without nodes.
  await createPostgresJournal({ db, secrets }).write(asked);
  expect(await journal.read(callId)).not.toEqual(stored);
});

test("a node that wakes after its lease has ended sends nothing that another node has sent", async () => {
  const bot = await bindTelegram(database, USER);
  const sent: string[] = [];
  const begun = Promise.withResolvers<void>();
  const awake = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const sleeping = definePlugin({
    meta: { slug: "answers" },
    async handler({ bot: own, msg, storage }) {
      await storage.set("from", "the node that slept");
      begun.resolve();
      await awake.promise;
      await own.reply(msg, "from the node that slept");
      return { handled: true };
    },
  });
  const living = definePlugin({
    meta: { slug: "answers" },
    async handler({ bot: own, msg, storage }) {
      await storage.set("from", "the node that slept");
      await own.reply(msg, "from the other node");
      return { handled: true };
    },
  });
  // It does not renew its lease in this test, as if its machine were suspended.
  const first = await startWith(sleeping, sent, {
    leaseMs: TTL_MS,
    onEvent(event) {
      if (event.type === "message-failed") ended.resolve(event.error);
      if (event.type === "message-done") ended.resolve("done");
    },
  });
  await expect.poll(() => first.running.get(bot)?.state).toBe("running");
  await first.running.get(bot)?.accept({ id: "m/1", message: textMessage("hello") });
  await begun.promise;

  const second = await startWith(living, sent);
  await expire(first.id);
  await expect.poll(() => sent, { timeout: 15_000 }).toEqual(["from the other node"]);
  await second.running.get(bot)?.drain();
  const entries = database.db.selectFrom("journal_entry").select(["call_id", "sequence", "sealed"]);
  const stored = await entries.where("call_id", "like", `${bot}/%`).orderBy("sequence").execute();
  expect(stored.length).toBeGreaterThan(0);

  expect(first.isHeld()).toBe(true);
  awake.resolve();
  expect(await ended.promise).toEqual({
    code: LOST.code,
    message: "the journal cannot be written; the message is tried again",
  });
  await first.close();
  await second.close();
  expect(sent).toEqual(["from the other node"]);
  expect(await entries.where("call_id", "like", `${bot}/%`).orderBy("sequence").execute()).toEqual(
    stored,
  );
});
