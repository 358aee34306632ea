import { InfrastructureError, type Plugin } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPostgresInbox, type Database, startNodeLease } from "../src/index.ts";
import { insertBot } from "./insert-bot.ts";
import { type MessageNode, startMessageNode, textMessage } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";

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
const OTHER = 8;

test("a message that was set aside is run again at its old place, with what its journal has", async () => {
  let isBroken = true;
  const seen: string[] = [];
  const fragile: Plugin = {
    meta: { slug: "fragile" },
    async handler({ bot, msg }) {
      seen.push(msg.text);
      if (msg.text === "held") await held.promise;
      if (msg.text === "first") await bot.reply(msg, "working");
      if (isBroken && msg.text === "first") {
        throw new InfrastructureError("the \u0000 database is gone");
      }
      return { handled: true };
    },
  };
  const held = Promise.withResolvers<void>();
  const bot = await node.addBot(OWNER, [fragile]);
  await bot.say("first");
  const { items } = await node.messages.list(OWNER, { bot_id: bot.id, state: "set_aside" });
  const id = items[0]?.id ?? 0;
  expect(items).toMatchObject([
    {
      attempts: 2,
      error: { code: "INFRASTRUCTURE_FAILED", message: "the \u0000 database is gone" },
    },
  ]);
  const all = await node.messages.admin.setAside();
  expect(all.items).toMatchObject([{ id, user_id: OWNER, bot_id: bot.id }]);
  expect(JSON.stringify(all)).not.toContain("first");
  expect((await node.messages.admin.trace(1, id)).attempts).toMatchObject([
    { ended: "again", error: { code: "INFRASTRUCTURE_FAILED" }, runs: [{ status: "interrupted" }] },
    { ended: "set_aside", error: { code: "INFRASTRUCTURE_FAILED" } },
  ]);

  isBroken = false;
  await expect(node.messages.retry(OTHER, id)).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
  // One is being handled and one waits: it comes between them.
  const before = bot.say("held");
  await expect.poll(() => seen).toContain("held");
  const after = bot.say("last");
  const waiting = { bot_id: bot.id, state: "waiting" } as const;
  await expect.poll(async () => (await node.messages.list(OWNER, waiting)).items).toHaveLength(2);
  expect(await node.messages.retry(OWNER, id)).toMatchObject({ state: "waiting", retries: 1 });
  held.resolve();
  await Promise.all([before, after]);
  expect(seen).toEqual(["first", "first", "held", "first", "last"]);
  expect(bot.sent).toEqual(["working"]);
  expect((await node.messages.trace(OWNER, id)).attempts.map(({ ended }) => ended)).toEqual([
    "again",
    "set_aside",
    "done",
  ]);
  await expect(node.messages.retry(OWNER, id)).rejects.toMatchObject({
    code: "MESSAGE_NOT_SET_ASIDE",
  });
  await expect(node.messages.admin.trace(1, id)).rejects.toMatchObject({
    code: "MESSAGE_NOT_FOUND",
  });
});

test("a run that a storage conflict has started again says so, with the host calls of its last attempt", async () => {
  const held = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  const votes: Plugin = {
    meta: { slug: "votes" },
    async handler({ msg, storage }) {
      const count = Number((await storage.get("votes")) ?? 0);
      if (msg.text === "slow" && count === 0) {
        reading.resolve();
        await held.promise;
      }
      await storage.set("votes", count + 1);
      return { handled: true };
    },
  };
  const bot = await node.addBot(11, [votes]);
  const slow = bot.say("slow", { from: "1002" });
  await reading.promise;
  const fast = bot.say("fast");
  const done = { bot_id: bot.id, state: "done" } as const;
  await expect.poll(async () => (await node.messages.list(11, done)).items).toHaveLength(1);
  held.resolve();
  await Promise.all([slow, fast]);
  const { items } = await node.messages.list(11, { text: "slow" });
  const { attempts } = await node.messages.trace(11, items[0]?.id ?? 0);
  expect(attempts).toHaveLength(1);
  expect(attempts[0]?.runs).toMatchObject([
    {
      restarts: 1,
      conflicts: [{ key: "votes", result: "restarted" }],
      calls: [
        { operation: "storage.get", outcome: { ok: true, value: 1 } },
        { operation: "storage.set", args: ["votes", 2], outcome: { ok: true } },
      ],
    },
  ]);
});

test("a message whose process has died three times was set aside, and its trace says why", async () => {
  const { db } = database;
  const botId = await insertBot(db, { userId: 12 });
  await using lease = await startNodeLease({ db });
  const inbox = createPostgresInbox({ database, lease });
  const opened = inbox.open(botId);
  await opened.accept({ id: "deadly", message: textMessage("boom") });
  // What three processes leave that have died while they handled it.
  await db.updateTable("message").set({ starts: 3 }).where("bot_id", "=", botId).execute();
  const aside = Promise.withResolvers<unknown>();
  opened.process(() => Promise.reject(new Error("it is not handled again")), aside.resolve);
  expect(await aside.promise).toMatchObject({ error: { code: "PROCESS_DIED" } });
  await inbox.close();
  const { items } = await node.messages.list(12);
  expect(items).toMatchObject([
    { state: "set_aside", process_deaths: 3, attempts: 1, error: { code: "PROCESS_DIED" } },
  ]);
  expect((await node.messages.trace(12, items[0]?.id ?? 0)).attempts).toMatchObject([
    { ended: "set_aside", started_at: null, runs: [], error: { code: "PROCESS_DIED" } },
  ]);
});
