import { createMemoryJournal } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BotStatus, selectBots } from "../src/bots/bot-record.ts";
import {
  createBotRunner,
  createPostgresInbox,
  type Database,
  startNodeLease,
} from "../src/index.ts";
import { loseStatement } from "./lose-answer.ts";
import { bindTelegram, memoryTelegram, partsOf } from "./memory-telegram.ts";
import { TTL_MS } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";

const USER = 7;
const bindings = { telegram: memoryTelegram() };
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A node that takes the bots. */
async function startRunner(ofRunner: Database) {
  const lease = await startNodeLease({ db: database.db, ttlMs: TTL_MS });
  const inbox = createPostgresInbox({ database, lease });
  const runner = createBotRunner({
    ...partsOf(ofRunner),
    lease,
    inbox,
    journal: createMemoryJournal(),
    bindings,
  });
  await runner.look();
  return {
    runner,
    async [Symbol.asyncDispose]() {
      await runner.close();
      await inbox.close();
      await lease.close();
    },
  };
}

/** As the bot's owner reads it. */
async function statusOf(bot: number): Promise<BotStatus | undefined> {
  const [record] = await selectBots({ db: database.db, bindings, publicUrl: "" }, USER, [bot]);
  return record?.status;
}

test("a status that the database did not take is written when the database is there again", async () => {
  const bot = await bindTelegram(database, USER);
  await using node = await startRunner(
    loseStatement(database, {
      statement: /"UpdateQueryNode".*"status_at"/u,
      isLost: (number) => number === 2,
    }),
  );
  await expect.poll(() => node.runner.running.get(bot)?.status.state).toBe("connected");
  await expect
    .poll(async () => (await statusOf(bot))?.state, { timeout: 15_000 })
    .toBe("connected");
});

test("a bot that cannot be started on the host as it is configured now has stopped, and its owner reads why", async () => {
  const bot = await bindTelegram(database, USER);
  // From before the host's public address was taken out of its configuration.
  await database.db
    .updateTable("bot")
    .set({
      transport: "callback",
      status: JSON.stringify({ state: "connected" }),
      status_at: new Date(),
    })
    .where("id", "=", bot)
    .execute();
  await using node = await startRunner(database);
  await expect
    .poll(() => statusOf(bot), { timeout: 15_000 })
    .toMatchObject({
      state: "stopped",
      code: "INVALID_INPUT",
      message: expect.stringContaining("public address"),
    });
  expect(node.runner.running.has(bot)).toBe(false);
});
