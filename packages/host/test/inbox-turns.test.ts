import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schema } from "../src/database/schema.ts";
import { claimLanes } from "../src/inbox/lanes.ts";
import {
  createPostgresInbox,
  type Database,
  type NodeLease,
  startNodeLease,
} from "../src/index.ts";
import { textMessage, TTL_MS } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
let lease: NodeLease;

beforeAll(async () => {
  database = await openTestDatabase();
  lease = await startNodeLease({ db: database.db, ttlMs: TTL_MS });
});
afterAll(async () => {
  await lease.close();
  await database.close();
});

/** The first messages of some chats. */
function messages(count: number) {
  return Array.from({ length: count }, (_, chat) => {
    const from = `chat ${chat}`;
    return { id: from, message: textMessage("hello", { from }) };
  });
}

test.each([
  { when: "after it was started", startsFirst: true },
  { when: "before it was started", startsFirst: false },
])(
  "a bot whose many chats wait, said $when, keeps no other bot waiting, and all are handled",
  async ({ startsFirst }) => {
    const node = createPostgresInbox({ database, lease, slots: 8 });
    const [busy, other] = startsFirst ? [1, 2] : [3, 4];
    const [busyInbox, otherInbox] = [node.open(busy), node.open(other)];
    const mayGoOn = Promise.withResolvers<void>();
    const begun = new Set<string>();
    const handled = new Set<string>();
    const start = (): void => {
      busyInbox.process(async ({ id }) => {
        begun.add(id);
        await mayGoOn.promise;
        handled.add(id);
      });
      otherInbox.process(async () => {});
    };
    if (startsFirst) start();
    for (const message of messages(30)) await busyInbox.accept(message);
    if (!startsFirst) start();
    await expect.poll(() => begun.size).toBeGreaterThanOrEqual(5);
    for (const message of messages(10)) {
      await otherInbox.accept(message);
      await otherInbox.drain();
    }
    expect(handled.size).toBe(0);
    expect(begun.size).toBeLessThan(8);
    mayGoOn.resolve();
    await busyInbox.drain();
    expect(handled.size).toBe(30);
    await node.close();
  },
);

test("chats of the bots that have the fewest slots are claimed first, of each as many as it has room for", async () => {
  const node = createPostgresInbox({ database, lease });
  for (const bot of [11, 12, 13, 14]) {
    const inbox = node.open(bot);
    for (const message of messages(10)) await inbox.accept(message);
  }
  const bots = [
    { botId: 11, held: 0, room: 10 },
    { botId: 12, held: 3, room: 10 },
    { botId: 13, held: 0, room: 1 },
    { botId: 14, held: 20, room: 10 },
  ];
  const claimed = await claimLanes(database.db, bots, lease.id, 8);
  const counts = bots.map(({ botId }) => claimed.filter((one) => one.botId === botId).length);
  expect(counts).toEqual([5, 2, 1, 0]);
  await node.close();
});

test("a claim reads a few chats, however many wait or are to be tried again later", async () => {
  await database.db.transaction().execute(async (db) => {
    await sql`
      insert into lane (bot_id, chat, next_at)
        select bot, chat, clock_timestamp() + case when chat % 2 = 0 then interval '1 hour' else '0' end
        from generate_series(21, 22) bot, generate_series(1, 5000) chat`.execute(db);
    const before = await lanesRead(db);
    const bots = [21, 22, 23].map((botId) => ({ botId, held: 0, room: 10 }));
    await claimLanes(db, bots, lease.id, 20);
    // Each of the twenty is read some times: it is found, locked, updated, and deleted for want of a message.
    expect((await lanesRead(db)) - before).toBeLessThan(20 * 10);
  });
});

/** How many rows of lanes a transaction has read. */
async function lanesRead(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_user_tables where relname = 'lane'`.execute(db);
  return rows[0]?.read ?? 0;
}
