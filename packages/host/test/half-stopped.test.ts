import { createMemoryJournal, silentLogger } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createBotRunner,
  createPostgresInbox,
  type Database,
  startNodeLease,
} from "../src/index.ts";
import { startNode } from "../src/node.ts";
import { loseStatement } from "./lose-answer.ts";
import { bindTelegram, memoryTelegram, partsOf } from "./memory-telegram.ts";
import { TTL_MS } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const telegram = memoryTelegram();

/** A node, of which one part has a connection that breaks. */
async function startRunner(given: { readonly inbox?: Database; readonly runner?: Database }) {
  const lease = await startNodeLease({ db: database.db, ttlMs: TTL_MS });
  const inbox = createPostgresInbox({ database: given.inbox ?? database, lease });
  const runner = createBotRunner({
    ...partsOf(given.runner ?? database),
    lease,
    inbox,
    journal: createMemoryJournal(),
    bindings: { telegram },
  });
  return {
    lease,
    runner,
    async [Symbol.asyncDispose]() {
      await runner.close();
      await inbox.close();
      await lease.close();
    },
  };
}

async function ownerOf(bot: number): Promise<string | null> {
  const row = database.db.selectFrom("bot").select("owner").where("id", "=", bot);
  return (await row.executeTakeFirstOrThrow()).owner;
}

/** What takes a bot raises its epoch too. */
const GIVES_BACK = /^(?!.*"epoch").*"UpdateQueryNode".*"owner".*"paused"/u;

const BREAKS = {
  "its inbox cannot be drained": () => ({
    inbox: loseStatement(database, { statement: /"SelectQueryNode".*"lane"/u }),
  }),
  "the statement that gives it back is lost": () => ({
    runner: loseStatement(database, { statement: GIVES_BACK }),
  }),
};

test.each(Object.entries(BREAKS))(
  "a paused bot has no owner in the end when %s",
  async (_, given) => {
    const bot = await bindTelegram(database, 7);
    await using node = await startRunner(given());
    await node.runner.look();
    await expect.poll(() => node.runner.running.get(bot)?.state).toBe("running");
    await database.db.updateTable("bot").set({ paused: true }).where("id", "=", bot).execute();
    await node.runner.look();
    await expect.poll(() => ownerOf(bot), { timeout: 15_000 }).toBe(null);
  },
);

test("a node that closes while a bot cannot be stopped gives all bots back", async () => {
  const bot = await bindTelegram(database, 7);
  const node = await startRunner({
    inbox: loseStatement(database, { statement: /"SelectQueryNode".*"lane"/u }),
  });
  await node.runner.look();
  await expect.poll(() => node.runner.running.get(bot)?.state).toBe("running");
  await node[Symbol.asyncDispose]();
  expect(await ownerOf(bot)).toBe(null);
});

test("a node that cannot give its bots back gives its lease back, so that others take them", async () => {
  const node = await startNode({
    ...partsOf(loseStatement(database, { statement: /"UpdateQueryNode".*"owner"/u })),
    bindings: {},
    logger: silentLogger,
    recorder: { take: async () => undefined },
  });
  const { id } = node;
  await expect(node.close()).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  const rows = database.db.selectFrom("node").select("id").where("id", "=", id);
  expect(await rows.execute()).toEqual([]);
});
