import { randomBytes } from "node:crypto";
import { telegramBinding } from "@botwright/adapter-telegram";
import { definePlugin, type Plugin } from "@botwright/core";
import { createAesSecrets, createServices } from "@botwright/services";
import { startSimulator } from "@botwright/simulators";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  botContext,
  createBotRunner,
  createPostgresInbox,
  createPostgresJournal,
  createPostgresKeyValueStore,
  type Database,
  startNodeLease,
} from "../src/index.ts";
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
async function startNode(apiBase: string, plugin: Plugin, ttlMs = 5000) {
  const lease = await startNodeLease({ db: database.db, ttlMs });
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
  const row = { user_id: owner.userId, platform: owner.platform, name: "a bot", sealed };
  const { id } = await database.db
    .insertInto("bot")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
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
