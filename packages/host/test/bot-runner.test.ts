import { randomBytes } from "node:crypto";
import { telegramBinding } from "@botwright/adapter-telegram";
import { definePlugin, LIMITS, type MediaBudget, type Plugin, systemClock } from "@botwright/core";
import { createAesSecrets, createServices } from "@botwright/services";
import { startSimulator } from "@botwright/simulators";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  botContext,
  createAccounts,
  createBotRunner,
  createPostgresInbox,
  createPostgresJournal,
  createPostgresKeyValueStore,
  type Database,
  startNodeLease,
} from "../src/index.ts";
import { createBotStore } from "../src/bots/bot-store.ts";
import { insertBot } from "./insert-bot.ts";
import { openTestDatabase } from "./test-database.ts";

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const counter = definePlugin({
  meta: { slug: "counter" },
  async handler({ bot, msg, storage }) {
    const count = Number((await storage.get(msg.from)) ?? 0) + 1;
    await storage.set(msg.from, count);
    await bot.reply(msg, `${msg.text} is number ${count}`);
    return { handled: true };
  },
});

/** A node of a host whose bots have this plugin. */
async function startNode(apiBase: string, plugin: Plugin, mediaBudget?: MediaBudget) {
  const lease = await startNodeLease({ db: database.db, ttlMs: 5000 });
  const inbox = createPostgresInbox({ database, lease });
  const services = createServices({ store: createPostgresKeyValueStore(database.db) });
  const runner = createBotRunner({
    database,
    lease,
    inbox,
    secrets,
    journal: createPostgresJournal({ db: database.db, secrets }),
    bindings: { telegram: telegramBinding },
    adapterOptions: () => ({ apiBase }),
    plugins: async () => [plugin],
    ...(mediaBudget !== undefined && { mediaBudget }),
    services: (userId) => services.forAccount(userId),
  });
  const close = async (): Promise<void> => {
    await runner.close();
    await inbox.close();
    await lease.close();
  };
  return { lease, inbox, runner, close };
}

async function bind(token: string): Promise<number> {
  const owner = { userId: 7, platform: "telegram" } as const;
  const sealed = await secrets.seal(JSON.stringify({ token }), botContext(owner));
  return insertBot(database.db, { userId: owner.userId, sealed });
}

test("a bot that is bound answers; when its node dies, another one goes on with its messages", async () => {
  await using simulator = await startSimulator("telegram");
  const bot = await bind(simulator.credentials.token);
  const first = await startNode(simulator.baseUrl, counter);
  await expect.poll(() => first.runner.running.get(bot)?.status.state).toBe("connected");
  await simulator.say({ from: "1001", text: "one" });
  await simulator.waitForSent(1);

  // The first node dies while it handles a message: its lease ends, and nothing of it goes on.
  const second = await startNode(simulator.baseUrl, counter);
  await first.lease.close();
  await expect
    .poll(() => second.runner.running.get(bot)?.status.state, { timeout: 10_000 })
    .toBe("connected");
  await simulator.say({ from: "1001", text: "two" });
  await simulator.waitForSent(2);
  expect(simulator.sent().map(({ text }) => text)).toEqual(["one is number 1", "two is number 2"]);

  const status = database.db.selectFrom("bot").select("status").where("id", "=", bot);
  await expect
    .poll(async () => (await status.executeTakeFirstOrThrow()).status)
    .toContain("connected");
  await first.runner.close();
  await first.inbox.close();
  await second.close();
});

test("the media of a node's bots have the budget of the node", async () => {
  await using simulator = await startSimulator("telegram");
  const bot = await bind(simulator.credentials.token);
  const changes: unknown[] = [];
  const mediaBudget: MediaBudget = {
    async reserve(userId, bytes) {
      changes.push([userId, bytes]);
      return { resize: (to) => changes.push(to), release: () => changes.push("released") };
    },
  };
  const node = await startNode(simulator.baseUrl, counter, mediaBudget);
  await expect.poll(() => node.runner.running.get(bot)?.status.state).toBe("connected");
  await simulator.say({ from: "1001", image: { bytes: randomBytes(1000) } });
  await simulator.waitForSent(1);
  await expect.poll(() => changes).toHaveLength(3);
  expect(changes).toEqual([[7, LIMITS.media.prefetchBytes], expect.any(Number), "released"]);
  await node.close();
});

/** A bot of an account that is just answering, until it is to stop. */
async function startAnswering() {
  const simulator = await startSimulator("telegram");
  const { db } = database;
  await sql`
    insert into user_account (id, name, email) overriding system value
    values (7, 'Ann', 'ann@example.org')`.execute(db);
  const bot = await bind(simulator.credentials.token);
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow: Plugin = {
    ...counter,
    async handler(context, call) {
      begun.resolve();
      await mayEnd.promise;
      return counter.handler(context, call);
    },
  };
  const node = await startNode(simulator.baseUrl, slow);
  await expect.poll(() => node.runner.running.get(bot)?.status.state).toBe("connected");
  await simulator.say({ from: "1001", text: "one" });
  await begun.promise;
  const paused = db.selectFrom("bot").select("paused").where("id", "=", bot);
  return {
    simulator,
    bot,
    node,
    async endWhenPaused() {
      await expect.poll(() => paused.execute()).toEqual([{ paused: true }]);
      mayEnd.resolve();
    },
    async endWhenStopping() {
      await expect.poll(() => node.runner.running.has(bot)).toBe(false);
      mayEnd.resolve();
    },
    [Symbol.asyncDispose]: () => simulator.close(),
  };
}

test("an account whose bot is just answering is deleted after that, with all that the bot wrote", async () => {
  const { db } = database;
  await using answering = await startAnswering();
  const { simulator, node } = answering;
  const deleting = createAccounts({ database, secrets }).delete(7);
  await answering.endWhenStopping();
  await deleting;
  expect(simulator.sent()).toHaveLength(1);
  for (const table of [
    "bot",
    "message",
    "journal_entry",
    "storage_value",
    "adapter_state",
  ] as const) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  }
  await node.close();
});

test("a bot that is just answering is unbound after that, so that nothing of it is left when its account goes", async () => {
  const { db } = database;
  await using answering = await startAnswering();
  const { simulator, bot, node } = answering;
  const store = createBotStore({ database, secrets, most: 20, clock: systemClock });
  const removing = store.remove(7, bot);
  await answering.endWhenPaused();
  await removing;
  await createAccounts({ database, secrets }).delete(7);
  expect(simulator.sent()).toHaveLength(1);
  for (const table of [
    "bot",
    "message",
    "journal_entry",
    "storage_value",
    "adapter_state",
  ] as const) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  }
  await node.close();
});

test("a bot with a wrong token is refused, and its owner can read why", async () => {
  await using simulator = await startSimulator("telegram");
  const bot = await bind("1:wrong");
  const node = await startNode(simulator.baseUrl, counter);
  const row = database.db.selectFrom("bot").select("status").where("id", "=", bot);
  await expect
    .poll(async () => JSON.parse((await row.executeTakeFirstOrThrow()).status ?? "{}"))
    .toMatchObject({ state: "refused" });
  await node.close();
});
