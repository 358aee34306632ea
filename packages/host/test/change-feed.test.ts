import { randomBytes } from "node:crypto";
import { createStorage } from "@botwright/core";
import { createAesSecrets, createMemoryRateLimiter } from "@botwright/services";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createAuth } from "../src/auth/auth.ts";
import { createUsers } from "../src/auth/users.ts";
import {
  type AccountChange,
  type ChangeFeed,
  type ChangeWatcher,
  createChangeFeed,
  createCredits,
  createPostgresKeyValueStore,
  createPublication,
  createServiceConfiguration,
  type Database,
} from "../src/index.ts";
import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { addAccounts } from "./add-accounts.ts";
import { insertBot } from "./insert-bot.ts";
import { openTestDatabase } from "./test-database.ts";
import { watchStatements } from "./watch-statements.ts";

const limiter = createMemoryRateLimiter();
let database: Database;
let sandbox: Sandbox;
let feed: ChangeFeed;
beforeAll(async () => {
  database = await openTestDatabase();
  await addAccounts(database, 7, 8, 9, 10, 11);
  await setRole("admin", 8, 11);
  sandbox = createSandbox({ workers: 1 });
  feed = createChangeFeed({ db: database.db, everyMs: 5 });
});
afterAll(async () => {
  feed.close();
  await sandbox.close();
  await database.close();
});

async function setRole(role: "user" | "admin", ...ids: readonly number[]): Promise<void> {
  await database.db.updateTable("user_account").set({ role }).where("id", "in", ids).execute();
}

/** Watches an account; `next` resolves with the topics that have changed once there is this number of them. */
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
  const topics = ["credits", "installations", "credentials", "storage", "plugins", "library"];
  expect(await user.next(6)).toEqual(topics);
  expect(await admin.next(10)).toEqual([...topics, "reviews", "users", "models", "settings"]);

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

describe("what belongs to the host", () => {
  test("changes for those who see it, whichever node has done it", async () => {
    const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
    const configuration = createServiceConfiguration({ database, secrets });
    onTestFinished(() => configuration.close());
    const { modelProviders, models } = configuration;
    const publication = createPublication({ db: database.db, limiter, sandbox });
    const publicUrl = "https://bots.example.org";
    const auth = createAuth({ db: database.db, secret: "s".repeat(32), publicUrl });
    const users = createUsers({ db: database.db, auth, publicUrl });
    const dice = { slug: "dice-of-9", name: "Dice", code: CODE };
    const person = { name: "Eve", email: "eve@example.org", password: "correct horse" };
    const provider = { name: "us", base_url: "https://api.example.com/v1" };
    const little = { model_name: "little", provider: "us", provider_model: "small" };
    let model = 0;
    let submitted = { id: 0, sha256: "" };

    /** In this order: an act, and the topics of which an administrator and a user hear. */
    const acts: readonly [string, () => Promise<unknown>, string[], string[]][] = [
      ["a new user", () => users.create(person), ["users"], []],
      ["a ban", () => users.ban(9, "spam"), ["users"], []],
      ["the end of a ban", () => users.unban(9), ["users"], []],
      ["a provider", () => modelProviders.create(provider), ["models"], []],
      ["a model", async () => void ({ id: model } = await models.create(little)), ["models"], []],
      ["a price", () => models.update(model, { input_price: "2" }), ["models"], []],
      [
        "a setting",
        () => configuration.changeSettings({ free_images_per_day: 9 }),
        ["settings"],
        [],
      ],
      [
        "an engine",
        () => configuration.changeSettings({ search_providers: [{ type: "duckduckgo" }] }),
        ["settings"],
        [],
      ],
      [
        "a submission",
        async () => void (submitted = await publication.submit(9, dice)),
        ["reviews"],
        [],
      ],
      [
        "a publication",
        () => publication.approve(submitted.id, 8, submitted),
        ["library", "reviews"],
        ["library"],
      ],
      ["the author's ban", () => users.ban(9, "spam"), ["library", "users"], ["library"]],
      [
        "a plugin taken down",
        () => publication.takeDown(submitted.id, 8, "spam"),
        ["library"],
        ["library"],
      ],
    ];
    await using user = watch({ id: 7, role: "user" });
    await using admin = watch({ id: 8, role: "admin" });
    await user.next(6);
    await admin.next(10);
    for (const [name, act, ofAdmin, ofUser] of acts) {
      await act();
      const heard = [name, await admin.next(ofAdmin.length), await user.next(ofUser.length)];
      expect(heard).toEqual([name, ofAdmin, ofUser]);
    }
    // Whatever else the user had heard of would come before.
    const gift = { userId: 7, actorId: 8, credits: 5, key: "the last" };
    await createCredits({ db: database.db }).topUp(gift);
    expect(await user.next(1)).toEqual(["credits"]);
  });

  test("is read once for all subscribers", async () => {
    const reads: string[] = [];
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        for (const row of result.rows) reads.push(...Object.keys(row));
        return result;
      },
    });
    const shared = createChangeFeed({ db, everyMs: 60_000 });
    const ending = new AbortController();
    for (const id of [8, 11, 8, 11]) {
      const changes = shared.watch({ id, role: "admin" }, ending.signal)[Symbol.asyncIterator]();
      await changes.next();
      await changes.return?.();
    }
    ending.abort();
    shared.close();
    expect(reads.filter((topic) => topic === "credits")).toHaveLength(4);
    expect(reads.filter((topic) => topic === "library")).toHaveLength(1);
    expect(reads.filter((topic) => topic === "users")).toHaveLength(1);
  });
});

test("who has a plugin on a bot hears that its developer is banned", async () => {
  const { db } = database;
  const publication = createPublication({ db, limiter, sandbox });
  const coin = { slug: "coin-of-10", name: "Coin", code: CODE };
  const { id: plugin_id, version_id } = await publication.submit(10, coin);
  await publication.approve(plugin_id, 8, { version_id });
  const bot_id = await insertBot(db, { userId: 9 });
  await db.insertInto("installation").values({ bot_id, plugin_id, version_id }).execute();
  await using owner = watch({ id: 9, role: "user" });
  await owner.next(6);
  await db.updateTable("user_account").set({ banned: true }).where("id", "=", 10).execute();
  expect((await owner.next(2)).toSorted()).toEqual(["installations", "library"]);
});

test("who is an administrator no more hears nothing of it", async () => {
  const { signal } = new AbortController();
  const topics: string[] = [];
  for await (const { topic } of feed.watch({ id: 11, role: "admin" }, signal)) {
    topics.push(topic);
    if (topics.length === 10) await setRole("user", 11);
  }
  expect(topics).toHaveLength(10);
});

test("the pages of an account share its looks", async () => {
  const { database: watched, statements } = watchStatements(database);
  const shared = createChangeFeed({ db: watched.db, everyMs: 60_000 });
  const ending = new AbortController();
  const pages = [7, 7, 8].map((id) =>
    shared.watch({ id, role: "user" }, ending.signal)[Symbol.asyncIterator](),
  );
  await Promise.all(pages.map((page) => page.next()));
  shared.close();
  // Of each account, and of the library.
  expect(statements).toHaveLength(3);
});

test("a feed that is closed ends what it gives", async () => {
  const closing = createChangeFeed({ db: database.db, everyMs: 60_000 });
  const topics: string[] = [];
  const reading = (async () => {
    const { signal } = new AbortController();
    for await (const { topic } of closing.watch({ id: 7, role: "user" }, signal)) {
      topics.push(topic);
      if (topics.length === 6) closing.close();
    }
  })();
  await reading;
  expect(topics).toHaveLength(6);
});
