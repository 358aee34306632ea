import {
  type CallModelResult,
  createManualClock,
  createMemoryJournal,
  definePlugin,
  imageCredits,
  InfrastructureError,
  type Journal,
  systemClock,
} from "@botwright/core";
import { createServices, type ModelProvider } from "@botwright/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBotStore } from "../src/bots/bot-store.ts";
import {
  createBotRunner,
  createPostgresInbox,
  createPostgresJournal,
  createPostgresKeyValueStore,
  createPostgresLedger,
  createPostgresServiceLog,
  createPostgresUsageCounter,
  type Database,
  startNodeLease,
  startRetention,
} from "../src/index.ts";
import { bindTelegram, memoryTelegram } from "./memory-telegram.ts";
import { textMessage, TTL_MS } from "./message-node.ts";
import { secrets } from "./node-of-bots.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const DAY_MS = 24 * 3_600_000;
const PRICE = imageCredits({ inputPrice: 40, multiplier: 1 });

const telegram = memoryTelegram();

let lastUser = 70;

/** A bot that has a picture made for each message, of an account with the credits for one. */
async function startPainter(journalOf?: (asked: readonly unknown[]) => Journal) {
  const { db } = database;
  lastUser += 1;
  const userId = lastUser;
  const bot = await bindTelegram(database, userId);
  const ledger = createPostgresLedger(db);
  await ledger.move({ userId, key: `gift for ${userId}`, credits: PRICE });

  /** The keys under which the provider was asked. */
  const asked: (string | undefined)[] = [];
  const local: ModelProvider = {
    chat: async () => ({ text: "" }),
    async generateImage(_request, { idempotencyKey }) {
      asked.push(idempotencyKey);
      return { imageUrl: "https://example.org/cat.png" };
    },
    listModels: async () => [],
  };
  const painter = {
    name: "painter",
    category: "image",
    provider: "local",
    inputPrice: 40,
  } as const;
  const services = createServices({
    store: createPostgresKeyValueStore(db),
    ai: {
      models: [painter],
      providers: { local },
      ledger,
      usage: createPostgresUsageCounter(db),
    },
    log: createPostgresServiceLog(db),
  });
  const results: CallModelResult[] = [];
  const plugin = definePlugin({
    meta: { slug: "painter" },
    async handler({ aiService }) {
      results.push(await aiService.callModel({ model: "painter", imagePrompt: "a cat" }));
      return { handled: true };
    },
  });
  const lease = await startNodeLease({ db, ttlMs: TTL_MS });
  const inbox = createPostgresInbox({ database, lease, firstMs: 1 });
  const runner = createBotRunner({
    database,
    lease,
    inbox,
    secrets,
    journal: journalOf?.(asked) ?? createPostgresJournal({ db, secrets, lease }),
    bindings: { telegram },
    plugins: async () => [plugin],
    services: (account) => services.forAccount(account),
  });
  const running = () => {
    const runtime = runner.running.get(bot);
    return runtime?.state === "running" ? runtime : undefined;
  };
  return {
    userId,
    bot,
    asked,
    results,
    running,
    balance: () => ledger.balance(userId),
    async uses() {
      const rows = db.selectFrom("service_use").select("credits").where("user_id", "=", userId);
      return (await rows.orderBy("id").execute()).map(({ credits }) => credits);
    },
    async say(id: string) {
      await expect.poll(running).toBeDefined();
      expect(await running()?.accept({ id, message: textMessage("draw") })).toBe("accepted");
      await running()?.drain();
    },
    async [Symbol.asyncDispose]() {
      await runner.close();
      await inbox.close();
      await lease.close();
    },
  };
}

type Painter = Awaited<ReturnType<typeof startPainter>>;

/** Binds the bot to another account of its platform. */
async function bindAnew({ userId, bot, running }: Painter): Promise<void> {
  const before = running();
  const store = createBotStore({ database, secrets, most: 10, clock: systemClock });
  const values = { token: `${userId}:other` };
  await store.replace(userId, bot, { binding: telegram, values, transport: null });
  await expect.poll(() => running() !== undefined && running() !== before).toBe(true);
}

/** Deletes what is a month old when a month has passed. */
async function deleteOld(): Promise<void> {
  const { db } = database;
  await db.deleteFrom("maintenance").execute();
  const clock = createManualClock(Date.now() + 31 * DAY_MS);
  await using retention = startRetention({ db, clock });
  await retention.run();
}

test.each<[string, (painter: Painter) => Promise<void>]>([
  ["the bot was bound to another account", bindAnew],
  ["the row of that one was deleted for its age", deleteOld],
])(
  "a message with the id of one that has paid is charged like any other when %s",
  async (_, forget) => {
    await using painter = await startPainter();
    await painter.say("1/odd@2");
    expect(painter.results).toMatchObject([{ error: null, credits_deducted: PRICE }]);
    expect(await painter.balance()).toBe(0);
    await forget(painter);
    await painter.say("1/odd@2");
    expect(painter.results[1]).toMatchObject({
      error: expect.stringMatching(/top up/),
      credits_deducted: 0,
    });
    expect(painter.asked).toHaveLength(1);
    expect(await painter.uses()).toEqual([PRICE, 0]);
  },
);

test("a message that is handled again after a failure of the journal is charged once", async () => {
  const stored = createMemoryJournal();
  await using painter = await startPainter((asked) => ({
    ...stored,
    async write(entries) {
      const isAnswer = entries.some(({ outcome }) => outcome !== undefined);
      if (isAnswer && asked.length < 2) throw new InfrastructureError("the journal is away");
      await stored.write(entries);
    },
  }));
  await painter.say("again");
  expect(painter.asked).toHaveLength(2);
  expect(new Set(painter.asked).size).toBe(1);
  expect(await painter.balance()).toBe(0);
  expect(await painter.uses()).toEqual([PRICE]);
});
