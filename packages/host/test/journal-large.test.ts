import { randomBytes } from "node:crypto";
import { type Journal, type JournalEntry, openJournaledRun, PluginError } from "@botwright/core";
import { createAesSecrets, type Secrets } from "@botwright/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRecordedCalls } from "../src/messages/read-attempts.ts";
import { createPostgresJournal } from "../src/stores/journal.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const aes = createAesSecrets({ keys: { a: randomBytes(32) }, current: "a" });
const MEBIBYTE = 2 ** 20;

/** Secrets that note in which turn of the event loop each text is sealed and opened. */
function watchTurns(): {
  secrets: Secrets;
  sealed: number[];
  opened: number[];
  stop: () => void;
} {
  let turn = 0;
  let isOver = false;
  const next = (): void => {
    turn++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const [sealed, opened]: [number[], number[]] = [[], []];
  const secrets: Secrets = {
    seal(text, context) {
      sealed.push(turn);
      return aes.seal(text, context);
    },
    open(text, context) {
      opened.push(turn);
      return aes.open(text, context);
    },
  };
  return { secrets, sealed, opened, stop: () => (isOver = true) };
}

test("large entries are sealed and opened in a turn of the event loop each, and come back whole", async () => {
  const { secrets, sealed, opened, stop } = watchTurns();
  const journal = createPostgresJournal({ db: database.db, secrets });
  const entries = Array.from({ length: 6 }, (_, sequence): JournalEntry => ({
    callId: "large",
    sequence,
    operation: "storage.get",
    args: [`key ${sequence}`],
    outcome: { order: sequence, at: 1, ok: true, value: `${sequence}`.repeat(MEBIBYTE) },
  }));
  // In another order than that of the calls, as outcomes come.
  await journal.write(entries.toReversed());
  expect(await journal.read("large")).toEqual(entries);
  stop();
  expect(new Set(sealed).size).toBe(entries.length);
  expect(new Set(opened).size).toBe(entries.length);
});

/** A journal, and how many rows the run had whenever an entry of it was sealed, by the entry's context. */
function watchRows(callId: string): { journal: Journal; seals: [string, number][] } {
  const seals: [string, number][] = [];
  const secrets: Secrets = {
    ...aes,
    async seal(text, context) {
      const rows = await database.db
        .selectFrom("journal_entry")
        .select("sequence")
        .where("call_id", "=", callId)
        .execute();
      seals.push([context, rows.length]);
      return aes.seal(text, context);
    },
  };
  return { journal: createPostgresJournal({ db: database.db, secrets }), seals };
}

test("a large write is sealed and written part by part", async () => {
  const { journal, seals } = watchRows("parts");
  const entries = Array.from({ length: 5 }, (_, sequence): JournalEntry => ({
    callId: "parts",
    sequence,
    operation: "storage.get",
    args: [`${sequence}`.repeat(MEBIBYTE)],
  }));
  await journal.write(entries);
  // Each is a statement of its own, which is sent when the entry behind it is sealed.
  expect(seals.map(([, rows]) => rows)).toEqual([0, 0, 1, 2, 3]);
  expect(await journal.read("parts")).toEqual(entries);
});

test("the medium of a message is written before the calls of the run that was given it", async () => {
  const { journal, seals } = watchRows("1/m/chat");
  const media = { encrypt_query_param: "photo" };
  const value = new Uint8Array(3 * MEBIBYTE).fill(7);
  const download: JournalEntry = {
    callId: "1/m/",
    sequence: 0,
    operation: "bot.downloadImage",
    args: [{ thumb_width: 0, thumb_height: 0, mid_size: 0, media }],
    outcome: { order: 0, at: 0, ok: true, value },
  };
  const send = { callId: "1/m/chat", operation: "bot.sendText" } as const;
  await journal.write([
    { ...send, sequence: 1, args: ["u", "b"] },
    { ...send, sequence: 0, args: ["u", "a"] },
    download,
  ]);
  expect(seals.map(([context]) => context)).toEqual([
    "journal/1/m//0",
    "journal/1/m/chat/0",
    "journal/1/m/chat/1",
  ]);
  expect(await journal.read("1/m/")).toEqual([download]);
  expect(await journal.read("1/m/chat")).toHaveLength(2);
});

test("host calls are shown of a journal that is not too large", async () => {
  const journal = createPostgresJournal({ db: database.db, secrets: aes });
  const call = { callId: "shown", operation: "bot.sendImage" } as const;
  await journal.write([
    { ...call, sequence: 0, args: ["u", new Uint8Array(MEBIBYTE).fill(9)] },
    { ...call, sequence: 1, args: ["u", "x".repeat(MEBIBYTE)] },
  ]);
  const settings = { config: {}, passwords: [] };
  const read = async (maxBytes?: number): Promise<number> => {
    const sources = { db: database.db, journal };
    return (await readRecordedCalls(sources, "shown", settings, maxBytes)).calls.size;
  };
  expect(await read()).toBe(2);
  // Base64 takes a third more.
  expect(await read(2.2 * MEBIBYTE)).toBe(0);
  expect(await read(2.5 * MEBIBYTE)).toBe(2);
});

test("several media of one write come back, each once", { tags: ["long"] }, async () => {
  const journal = createPostgresJournal({ db: database.db, secrets: aes });
  const media = [1, 2, 1].map((value) => new Uint8Array(2 * MEBIBYTE).fill(value));
  const entries = media.map((bytes, sequence): JournalEntry => ({
    callId: "media",
    sequence,
    operation: "bot.sendImage",
    args: ["u", bytes],
  }));
  await journal.write(entries);
  expect(await journal.read("media")).toEqual(entries);
  const rows = await database.db
    .selectFrom("journal_media_use")
    .selectAll()
    .where("call_id", "=", "media")
    .execute();
  expect(rows).toHaveLength(2);
});

/** How many turns of the event loop come before a promise settles. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const next = (): void => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await work.finally(() => (isOver = true));
  return turns;
}

test("a text with many escapes is sealed and opened in steps, and comes back whole", async () => {
  const text = "\u0001".repeat(MEBIBYTE);
  let sealed = "";
  expect(
    await turnsOf(aes.seal(text.repeat(6), "row").then((one) => (sealed = one))),
  ).toBeGreaterThan(4);
  let opened = "";
  expect(await turnsOf(aes.open(sealed, "row").then((one) => (opened = one)))).toBeGreaterThan(4);
  expect(opened === text.repeat(6)).toBe(true);
});

async function refuse(): Promise<never> {
  throw new PluginError("not permitted", { code: "PERMISSION_DENIED" });
}

test("a call that is refused with megabytes writes few of them, and is refused again", async () => {
  const sizes: number[] = [];
  const secrets: Secrets = {
    ...aes,
    seal(text, context) {
      sizes.push(text.length);
      return aes.seal(text, context);
    },
  };
  const journal = createPostgresJournal({ db: database.db, secrets });
  for (let times = 0; times < 2; times++) {
    const { intercept, flush } = await openJournaledRun(journal, "refused");
    const asked = intercept("bot.sendTyping", ["\ud800".repeat(MEBIBYTE)], refuse, {
      isRefused: true,
    });
    await expect(asked).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await flush();
  }
  expect(sizes).toEqual([expect.toSatisfy((size: number) => size < 1024)]);
});
