import { randomBytes } from "node:crypto";
import { createManualClock, type JournalEntry } from "@botwright/core";
import { createAesSecrets } from "@botwright/services";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createCredits,
  createPostgresJournal,
  createPostgresLedger,
  type Database,
  RETENTION_DAYS,
  startRetention,
} from "../src/index.ts";
import { createCollectingLogger } from "./collecting-logger.ts";
import { openTestDatabase } from "./test-database.ts";

const secrets = createAesSecrets({ keys: { k: randomBytes(32) }, current: "k" });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A clock that is this number of days ahead of the rows that are written now. */
function daysLater(days: number) {
  return createManualClock(Date.now() + days * DAY_MS);
}

async function runAt(days: number) {
  const { db } = database;
  await db.deleteFrom("maintenance").execute();
  const clock = daysLater(days);
  await using retention = startRetention({ db, clock });
  // The run at the start.
  return (await retention.run()) ?? {};
}

async function write(callId: string, image?: Uint8Array): Promise<void> {
  const entry: JournalEntry =
    image === undefined
      ? { callId, sequence: 0, operation: "storage.set", args: ["k", "v"] }
      : { callId, sequence: 0, operation: "bot.sendImage", args: ["ann", image] };
  await createPostgresJournal({ db: database.db, secrets }).write([entry]);
}

/** The medium of a message, as its plugins got it. */
async function writeMedium(callId: string, value: Uint8Array): Promise<void> {
  const media = { encrypt_query_param: "photo" };
  const args = [{ thumb_width: 0, thumb_height: 0, mid_size: 0, media }];
  const outcome = { order: 0, at: 0, ok: true, value } as const;
  await createPostgresJournal({ db: database.db, secrets }).write([
    { callId, sequence: 0, operation: "bot.downloadImage", args, outcome },
  ]);
}

async function addMessage(platformId: string, state: "done" | "aside" | "waiting"): Promise<void> {
  const now = new Date();
  await database.db
    .insertInto("message")
    .values({
      bot_id: 1,
      platform_id: platformId,
      chat: "ann",
      incoming: "{}",
      done_at: state === "done" ? now : null,
      aside_at: state === "aside" ? now : null,
    })
    .execute();
}

async function callIds(): Promise<string[]> {
  const rows = await database.db
    .selectFrom("journal_entry")
    .select("call_id")
    .orderBy("call_id")
    .execute();
  return rows.map(({ call_id }) => call_id);
}

test("journals go after 7 days, with all attempts and media that no other run names", async () => {
  const { db } = database;
  const [shared, own] = [new Uint8Array(1000).fill(1), new Uint8Array(1000).fill(2)];
  await addMessage("done", "done");
  await addMessage("aside", "aside");
  await addMessage("waiting", "waiting");
  await writeMedium("1/done/", own);
  await write("1/done/chat");
  await write("1/done/chat#1");
  await write("1/done-too/chat#5", shared);
  await writeMedium("1/aside/", shared);
  await write("1/aside/chat", shared);
  await write("1/waiting/chat");
  await write("1/waiting/chat#1");
  await db
    .insertInto("storage_effect")
    .values({ key: "1/done/chat/3", status: "written" })
    .execute();
  await db
    .insertInto("storage_effect")
    .values({ key: "1/aside/chat/3", status: "written" })
    .execute();

  expect(await runAt(6)).toMatchObject({ journals: 0, media: 0, storageEffects: 0, messages: 0 });
  expect(await runAt(8)).toMatchObject({ journals: 4, media: 1, storageEffects: 1, messages: 0 });
  // A message that was set aside can be run again with what it has done.
  expect(await callIds()).toEqual([
    "1/aside/",
    "1/aside/chat",
    "1/waiting/chat",
    "1/waiting/chat#1",
  ]);
  const journal = createPostgresJournal({ db, secrets });
  expect((await journal.read("1/aside/"))[0]?.outcome).toMatchObject({ value: shared });
  expect((await journal.read("1/aside/chat"))[0]?.args[1]).toEqual(shared);

  expect(await runAt(31)).toMatchObject({ journals: 0, messages: 1, setAside: 0 });
  expect(await runAt(91)).toMatchObject({ setAside: 1, journals: 2, media: 1 });
  expect(await callIds()).toEqual(["1/waiting/chat", "1/waiting/chat#1"]);
  const messages = await db.selectFrom("message").select("platform_id").execute();
  expect(messages).toEqual([{ platform_id: "waiting" }]);
  expect(await db.selectFrom("journal_media").select("sha256").execute()).toEqual([]);
});

test("an attempt that has just been written keeps the run's older ones", async () => {
  const { db } = database;
  await write("2/m/chat");
  await write("2/m/chat#1");
  await sql`
    update journal_entry set written_at = clock_timestamp() - interval '8 days'
    where call_id = '2/m/chat'`.execute(db);
  expect(await runAt(0)).toMatchObject({ journals: 0 });
  expect(await runAt(8)).toMatchObject({ journals: 2 });
});

test("limits, caches, counters and uses end with their time, and open reservations are refunded", async () => {
  const { db } = database;
  const now = Date.now();
  const ledger = createPostgresLedger(db);
  await ledger.move({ userId: 1, key: "start", credits: 100 });
  const day = new Date(now).toISOString().slice(0, 10);
  await ledger.reserve({ userId: 1, key: "abandoned", credits: 40, day });
  await db
    .insertInto("cache")
    .values({ key: "a", json: "{}", expires_at: now + 1000 })
    .execute();
  await db.insertInto("rate_window").values({ key: "a", times: [], expires_at: now }).execute();
  await db
    .insertInto("usage_counter")
    .values({ counter: `images/1/${day}`, count: 1 })
    .execute();
  await db
    .insertInto("usage_event")
    .values({ counter: `images/1/${day}`, id: "a", before: 0 })
    .execute();
  const { id: user_id } = await db
    .insertInto("user_account")
    .values({ name: "Ann", email: "ann@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const soon = new Date(now + HOUR_MS);
  const token = { token: "t", updated_at: new Date(), expires_at: soon };
  await db
    .insertInto("user_session")
    .values({ user_id, ...token })
    .execute();
  const reset = { identifier: "reset-password:t", value: "1", expires_at: soon };
  await db.insertInto("user_verification").values(reset).execute();
  const use = { type: "ai", user_id: 1, plugin_slug: "a", details: "{}" } as const;
  await db
    .insertInto("service_use")
    .values({ ...use, created_at: new Date(now) })
    .execute();

  expect(await runAt(0)).toMatchObject({
    cache: 0,
    rateWindows: 1,
    imageCounts: 0,
    refunds: 0,
    sessions: 0,
  });
  expect(await runAt(4)).toMatchObject({
    cache: 1,
    imageCounts: 1,
    imageUses: 1,
    refunds: 1,
    sessions: 1,
    verifications: 1,
  });
  expect(await ledger.balance(1)).toBe(100);
  expect(await runAt(89)).toMatchObject({ uses: 0 });
  expect(await runAt(91)).toMatchObject({ uses: 1 });
  expect(await db.selectFrom("spending").selectAll().execute()).toEqual([]);
});

test("an account whose address was never verified goes after a week, unless it was given something", async () => {
  const { db } = database;
  const add = async (name: string, row: object): Promise<number> => {
    const user = { name, email: `${name}@example.com`, email_verified: false, ...row };
    const made = await db.insertInto("user_account").values(user).returning("id").execute();
    return made[0]?.id ?? 0;
  };
  await add("nobody", {});
  await add("verified", { email_verified: true });
  await add("administrator", { role: "admin" });
  await add("banned", { banned: true });
  const given = await add("given", {});
  await createCredits({ db }).topUp({ userId: given, actorId: 1, credits: 5, key: "given" });
  expect(await runAt(6)).toMatchObject({ unverified: 0 });
  expect(await runAt(8)).toMatchObject({ unverified: 1 });
  const left = await db
    .selectFrom("user_account")
    .select("name")
    .where("email", "like", "%@example.com")
    .orderBy("id")
    .execute();
  expect(left.map(({ name }) => name)).toEqual(["verified", "administrator", "banned", "given"]);
});

test("thousands of rows go in small statements", async () => {
  await sql`
    insert into message (bot_id, platform_id, chat, incoming, done_at)
    select 9, n, 'ann', '{}', clock_timestamp() from generate_series(1, 2300) n`.execute(
    database.db,
  );
  expect(await runAt(31)).toMatchObject({ messages: 2300 });
});

test("several nodes run it once an hour together, each again when its time has come", async () => {
  const { db } = database;
  await db.deleteFrom("maintenance").execute();
  const clock = daysLater(0);
  const nodes = Array.from({ length: 4 }, () => startRetention({ db, clock }));
  const reports = await Promise.all(nodes.map((node) => node.run()));
  expect(reports.filter((report) => report !== undefined)).toHaveLength(1);
  expect(await nodes[0]?.run()).toBeUndefined();
  await database.db
    .insertInto("cache")
    .values({ key: "hourly", json: "{}", expires_at: clock.now() + 1000 })
    .execute();
  clock.advance(HOUR_MS);
  const cached = db.selectFrom("cache").select("key").where("key", "=", "hourly");
  await expect.poll(() => cached.execute()).toEqual([]);
  for (const node of nodes) await node.close();
});

test("a kind that cannot be deleted does not keep the others", async () => {
  const { db } = database;
  await db.insertInto("cache").values({ key: "late", json: "{}", expires_at: 1 }).execute();
  await db.deleteFrom("maintenance").execute();
  await sql`alter table journal_entry rename to journal_entry_gone`.execute(db);
  const { logger, lines } = createCollectingLogger();
  const retention = startRetention({ db, logger, clock: daysLater(0) });
  expect(await retention.run()).toMatchObject({ journals: 0, cache: 1 });
  await retention.close();
  await sql`alter table journal_entry_gone rename to journal_entry`.execute(db);
  expect(lines).toContain("old rows could not be deleted");
});

test.each([{ messages: 2 }, { journals: 0 }, { journals: 40 }, { uses: Number.NaN }])(
  "days that would lose something are refused: %j",
  (days) => {
    expect(() => startRetention({ db: database.db, days })).toThrow(/must be/);
    expect(RETENTION_DAYS.messages).toBeGreaterThanOrEqual(RETENTION_DAYS.journals);
  },
);
