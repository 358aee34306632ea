import { createManualClock, type Inbox, type IncomingMessage } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBotLeases } from "../src/bots/runner/bot-leases.ts";
import {
  createPostgresInbox,
  type Database,
  type NodeLease,
  type PostgresInboxOptions,
  startNodeLease,
} from "../src/index.ts";
import { insertBot } from "./insert-bot.ts";
import { loseAnswer, loseStatement } from "./lose-answer.ts";
import { textMessage, TTL_MS } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
let lease: NodeLease;
let nextBot = 1;

beforeAll(async () => {
  database = await openTestDatabase();
  lease = await startNodeLease({ db: database.db, ttlMs: TTL_MS });
});
afterAll(async () => {
  await lease.close();
  await database.close();
});

/** A message, of the same chat as all others. */
function message(id: string, from = "1001"): IncomingMessage {
  return { id, message: textMessage(id, { from }) };
}

/** The inbox of a new bot. */
function openInbox(options: Pick<PostgresInboxOptions, "database" | "clock" | "firstMs">) {
  const bot = nextBot++;
  const node = createPostgresInbox({ lease, ...options });
  return { bot, inbox: node.open(bot), close: () => node.close() };
}

/** How often the messages of a bot were handed out, how they ended, and who has its lanes. */
async function stateOf(bot: number) {
  const { db } = database;
  const messages = await db
    .selectFrom("message")
    .select(["platform_id", "starts", "failures"])
    .where("bot_id", "=", bot)
    .orderBy("id")
    .execute();
  const attempts = await db
    .selectFrom("message_attempt as a")
    .innerJoin("message as m", "m.id", "a.message_id")
    .select(["m.platform_id", "a.ended"])
    .where("m.bot_id", "=", bot)
    .orderBy("m.id")
    .orderBy("a.number")
    .execute();
  const lanes = await db.selectFrom("lane").select("locked_by").where("bot_id", "=", bot).execute();
  return {
    messages: messages.map(({ platform_id: id, starts, failures }) => [id, starts, failures]),
    attempts: attempts.map(({ platform_id: id, ended }) => [id, ended]),
    lanes: lanes.map(({ locked_by: owner }) => owner),
  };
}

/** As long as a busy machine takes for some statements and a look for what was lost. */
const PATIENT = { timeout: 15_000 };

test("messages whose acceptance was committed without an answer are handled once", async () => {
  const breaking = loseAnswer(database, { statement: /inbox_accept_all/u });
  const { bot, inbox, close } = openInbox({ database: breaking });
  const seen: string[] = [];
  inbox.process(async ({ id }) => seen.push(id));
  await expect(inbox.accept(message("1"))).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  // The platform delivers it again, because it was not acknowledged.
  expect(await inbox.accept(message("1"))).toBe("duplicate");
  expect(await inbox.accept(message("2"))).toBe("accepted");
  await expect.poll(() => seen, PATIENT).toEqual(["1", "2"]);
  await inbox.drain();
  // The start that nobody made does not count.
  expect(await stateOf(bot)).toEqual({
    messages: [
      ["1", 1, 0],
      ["2", 1, 0],
    ],
    attempts: [
      ["1", "done"],
      ["2", "done"],
    ],
    lanes: [],
  });
  await close();
});

test("a chat that was claimed without an answer is claimed again", async () => {
  const breaking = loseAnswer(database, { statement: /inbox_claim/u });
  const { inbox, close } = openInbox({ database: breaking });
  await inbox.accept(message("1"));
  const seen: string[] = [];
  inbox.process(async ({ id }) => seen.push(id));
  await expect.poll(() => seen, PATIENT).toEqual(["1"]);
  await close();
});

test("a bot that was claimed without an answer is gained by the next look", async () => {
  const id = await insertBot(database.db, { userId: 1, sealed: "sealed" });
  const gained: unknown[] = [];
  const leases = createBotLeases({
    database: loseAnswer(database, { statement: /"UpdateQueryNode".*"epoch"/u }),
    lease,
    onGained: (bot) => gained.push(bot),
    onLost: (bot) => gained.push(`lost ${bot}`),
  });
  await leases.look();
  await leases.look();
  await leases.look();
  expect(gained).toEqual([
    { id, userId: 1, platform: "telegram", sealed: "sealed", epoch: 1, transport: null },
  ]);
  await leases.close();
});

test("the end of a message, recorded again, does not hand out the message that its chat handles by then", async () => {
  const breaking = loseAnswer(database, { statement: /inbox_finish_all/u });
  const clock = createManualClock();
  const { bot, inbox, close } = openInbox({ database: breaking, clock });
  const seen: string[] = [];
  const mayEnd = Promise.withResolvers<void>();
  inbox.process(async ({ id }) => {
    seen.push(id);
    if (id === "second") await mayEnd.promise;
  });
  await inbox.accept(message("first"));
  await expect.poll(async () => (await stateOf(bot)).lanes, PATIENT).toEqual([]);
  await inbox.accept(message("second"));
  await expect.poll(() => seen, PATIENT).toEqual(["first", "second"]);
  await expect.poll(() => (clock.advance(500), breaking.committed()), PATIENT).toBe(2);
  mayEnd.resolve();
  await expect.poll(async () => (await stateOf(bot)).lanes, PATIENT).toEqual([]);
  expect(seen).toEqual(["first", "second"]);
  expect(await stateOf(bot)).toMatchObject({
    messages: [
      ["first", 1, 0],
      ["second", 1, 0],
    ],
    attempts: [
      ["first", "done"],
      ["second", "done"],
    ],
  });
  await close();
});

test("a message that was handed out with an end whose answer was lost is handled once", async () => {
  const breaking = loseAnswer(database, { statement: /inbox_finish_all/u });
  const { bot, inbox, close } = openInbox({ database: breaking });
  await inbox.accept(message("first"));
  await inbox.accept(message("second"));
  const seen: string[] = [];
  inbox.process(async ({ id }) => seen.push(id));
  await expect.poll(() => seen, PATIENT).toEqual(["first", "second"]);
  await inbox.drain();
  expect(await stateOf(bot)).toEqual({
    messages: [
      ["first", 1, 0],
      ["second", 1, 0],
    ],
    attempts: [
      ["first", "done"],
      ["second", "done"],
    ],
    lanes: [],
  });
  await close();
});

test("a failure that is recorded again does not end the next attempt of the message", async () => {
  const breaking = loseAnswer(database, { statement: /inbox_finish_all/u });
  const clock = createManualClock();
  const { bot, inbox, close } = openInbox({ database: breaking, clock, firstMs: 1 });
  let starts = 0;
  const mayEnd = Promise.withResolvers<void>();
  inbox.process(async () => {
    starts += 1;
    if (starts === 1) throw new Error("not yet");
    await mayEnd.promise;
  });
  await inbox.accept(message("1"));
  await expect.poll(() => starts, PATIENT).toBe(2);
  await expect.poll(() => (clock.advance(500), breaking.committed()), PATIENT).toBe(2);
  expect(await stateOf(bot)).toMatchObject({
    messages: [["1", 2, 1]],
    attempts: [["1", "again"]],
    lanes: [lease.id],
  });
  mayEnd.resolve();
  await close();
});

/** Accepts a message as an adapter does whose platform delivers again until it is acknowledged. */
async function deliver(inbox: Inbox, incoming: IncomingMessage): Promise<void> {
  for (let isSafe = false; !isSafe;) {
    isSafe = await inbox.accept(incoming).then(
      () => true,
      () => false,
    );
  }
}

test(
  "while every fourth answer and every ninth statement is lost, each message is handled once, and each chat in order",
  { tags: ["long"] },
  async () => {
    const statement = /inbox_/u;
    const answering = loseAnswer(database, { statement, isLost: (number) => number % 4 === 0 });
    const breaking = loseStatement(answering, { statement, isLost: (number) => number % 9 === 0 });
    const { bot, inbox, close } = openInbox({ database: breaking, firstMs: 20 });
    const chats = Array.from({ length: 10 }, (_, chat) => `chat ${chat}`);
    const ids = Array.from({ length: 15 }, (_, number) => String(number));
    const handled: Record<string, string[]> = Object.fromEntries(chats.map((chat) => [chat, []]));
    const running = new Set<string>();
    const failed = new Set<string>();
    let together = 0;
    inbox.process(async ({ id, message: { from, text } }) => {
      together += Number(running.has(from));
      running.add(from);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running.delete(from);
      // One of ten fails at first.
      if (text.endsWith("5") && !failed.has(id)) {
        failed.add(id);
        throw new Error("not yet");
      }
      handled[from]?.push(text);
    });
    const said = chats.map(async (chat) => {
      for (const id of ids) {
        const incoming = message(id, chat);
        await deliver(inbox, { ...incoming, id: `${chat}/${id}` });
      }
    });
    await Promise.all(said);
    await inbox.drain();
    expect(together).toBe(0);
    expect(handled).toEqual(Object.fromEntries(chats.map((chat) => [chat, ids])));
    const { messages, attempts } = await stateOf(bot);
    expect(messages.filter(([, starts, failures]) => starts !== Number(failures) + 1)).toEqual([]);
    expect(attempts).toHaveLength(messages.length + failed.size);
    await close();
  },
);
