import { createMemoryRateLimiter, createStorage } from "@botwright/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AccountChange,
  type ChangeFeed,
  type ChangeWatcher,
  createChangeFeed,
  createCredits,
  createPostgresKeyValueStore,
  createPublication,
  type Database,
} from "../src/index.ts";
import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { addAccounts } from "./add-accounts.ts";
import { openTestDatabase } from "./test-database.ts";

const limiter = createMemoryRateLimiter();
let database: Database;
let sandbox: Sandbox;
let feed: ChangeFeed;
beforeAll(async () => {
  database = await openTestDatabase();
  await addAccounts(database, 7);
  sandbox = createSandbox({ workers: 1 });
  feed = createChangeFeed({ db: database.db, everyMs: 5 });
});
afterAll(async () => {
  feed.close();
  await sandbox.close();
  await database.close();
});

/** Watches an account; `next` gives the topics that have changed until there are so many. */
function watch(watcher: ChangeWatcher) {
  const ending = new AbortController();
  const watched: AsyncIterable<AccountChange> = feed.watch(watcher, ending.signal);
  const changes = watched[Symbol.asyncIterator]();
  return {
    async next(count: number): Promise<string[]> {
      const topics: string[] = [];
      while (topics.length < count) {
        const { value } = await changes.next();
        topics.push(value.topic);
      }
      return topics;
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await changes.return?.();
    },
  };
}

const CODE = "export async function handler() { return { handled: false }; }";

test("a watcher gets each topic at the start, and then what changes", async () => {
  const publication = createPublication({ db: database.db, limiter, sandbox });
  const credits = createCredits({ db: database.db });
  await using user = watch({ id: 7, role: "user" });
  await using admin = watch({ id: 8, role: "admin" });
  const topics = ["credits", "installations", "credentials", "storage", "plugins"];
  expect(await user.next(5)).toEqual(topics);
  expect(await admin.next(6)).toEqual([...topics, "reviews"]);

  const { id, sha256 } = await publication.submit(7, { slug: "dice", name: "Dice", code: CODE });
  expect(await user.next(1)).toEqual(["plugins"]);
  expect(await admin.next(1)).toEqual(["reviews"]);
  await publication.reject(id, 8, "no", { sha256 });
  expect(await user.next(1)).toEqual(["plugins"]);
  expect(await admin.next(1)).toEqual(["reviews"]);

  await credits.topUp({ userId: 7, actorId: 8, credits: 5, key: "gift" });
  expect(await user.next(1)).toEqual(["credits"]);
  await credits.setLimits(7, [{ period: "day", credits: 3 }]);
  expect(await user.next(1)).toEqual(["credits"]);
  await credits.setLimits(7, []);
  expect(await user.next(1)).toEqual(["credits"]);

  const notes = createStorage({ store: createPostgresKeyValueStore(database.db) }).open(
    7,
    "notebook",
  );
  await notes.set("list", ["milk"]);
  expect(await user.next(1)).toEqual(["storage"]);
  // Of the same length.
  await notes.set("list", ["eggs"]);
  expect(await user.next(1)).toEqual(["storage"]);
  await notes.delete("list");
  expect(await user.next(1)).toEqual(["storage"]);
});

test("a feed that is closed ends what it gives", async () => {
  const closing = createChangeFeed({ db: database.db, everyMs: 60_000 });
  const topics: string[] = [];
  const reading = (async () => {
    const { signal } = new AbortController();
    for await (const { topic } of closing.watch({ id: 7, role: "user" }, signal)) {
      topics.push(topic);
      if (topics.length === 5) closing.close();
    }
  })();
  await reading;
  expect(topics).toHaveLength(5);
});
