import { definePlugin, type Installation } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMessageFeed, type Database, type MessageItem } from "../src/index.ts";
import { type MessageNode, startMessageNode } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";
import { watchStatements } from "./watch-statements.ts";

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

const passes: Installation = {
  plugin: definePlugin({ meta: { slug: "passes" }, handler: async () => ({ handled: false }) }),
};

/** Looks whenever it is asked to. */
function createClock() {
  const waiting = new Set<() => void>();
  let now = 0;
  return {
    now: () => now,
    after(_ms: number, then: () => void) {
      waiting.add(then);
      return () => waiting.delete(then);
    },
    async pass(count: number) {
      while (waiting.size < count) await new Promise(setImmediate);
      now += 1000;
      for (const then of waiting) then();
    },
  };
}

async function next(stream: AsyncIterator<MessageItem>): Promise<string> {
  const { value } = await stream.next();
  return value.text;
}

test("the streams of an account share their looks", async () => {
  const { database: watched, statements } = watchStatements(database);
  const clock = createClock();
  const feed = createMessageFeed({ db: watched.db, clock });
  const ending = new AbortController();
  const bot = await node.addBot(7, [passes]);
  await bot.say("one");
  const streams = [1, 2, 3].map(() => feed.watch(7, ending.signal)[Symbol.asyncIterator]());
  const all = async () => Promise.all(streams.map(next));
  expect(await all()).toEqual(["one", "one", "one"]);
  // One look.
  expect(statements).toHaveLength(1);

  await bot.say("two");
  const second = all();
  await clock.pass(3);
  expect(await second).toEqual(["two", "two", "two"]);
  expect(statements).toHaveLength(2);

  await database.db.updateTable("message").set({ retries: 1 }).execute();
  const third = all();
  await clock.pass(3);
  expect(await third).toEqual(["one", "one", "one"]);
  expect(statements).toHaveLength(3);
  ending.abort();
  feed.close();
});
