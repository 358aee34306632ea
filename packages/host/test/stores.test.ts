import {
  createManualClock,
  createStorage,
  type RunInTurn,
  type SearchResult,
} from "@botwright/core";
import { randomBytes, randomUUID } from "node:crypto";
import { journalContract, keyValueStoreContract, storageContract } from "@botwright/core/contract";
import {
  createAesSecrets,
  createServices,
  credentialsContext,
  type SearchProvider,
  type ServiceLogEntry,
} from "@botwright/services";
import {
  cacheContract,
  credentialStoreContract,
  ledgerContract,
  rateLimiterContract,
  serviceLogContract,
  usageCounterContract,
} from "@botwright/services/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPostgresCache } from "../src/stores/cache.ts";
import { createPostgresCredentialStore } from "../src/stores/credential-store.ts";
import { createPostgresJournal } from "../src/stores/journal.ts";
import { createPostgresKeyValueStore } from "../src/stores/key-value-store.ts";
import { createPostgresLedger } from "../src/stores/ledger.ts";
import { createPostgresRateLimiter } from "../src/stores/rate-limiter.ts";
import { createPostgresServiceLog } from "../src/stores/service-log.ts";
import { createPostgresUsageCounter } from "../src/stores/usage-counter.ts";
import { unescapeText } from "../src/database/escape-text.ts";
import { type Database, openDatabase } from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The database without rows, and a clock. */
async function empty() {
  await sql`
    truncate storage_account, storage_value, storage_effect, credit_account, credit_row, reservation,
      spending, spending_limit, usage_counter, usage_event, rate_window, cache, journal_entry, journal_media,
      journal_media_use, platform_credentials, service_use`.execute(database.db);
  const clock = createManualClock();
  const advance = (ms: number): void => clock.advance(ms);
  return { db: database.db, clock, advance, now: () => clock.now() };
}

const readSearchResult = (json: string): SearchResult => JSON.parse(json);

const readList = (json: string): { list: string[] } => JSON.parse(json);

const textOf = (column: string | null): string | undefined =>
  column === null ? undefined : unescapeText(column);

/** The rows of a service log as the entries that they were written from. */
async function readServiceUses(db: Database["db"]): Promise<ServiceLogEntry[]> {
  const rows = await db.selectFrom("service_use").selectAll().orderBy("id").execute();
  return rows.map((row) => {
    const common = {
      type: row.type,
      createdAt: row.created_at.getTime(),
      userId: row.user_id,
      pluginSlug: row.plugin_slug,
      botDbId: row.bot_id ?? undefined,
      messageId: textOf(row.message_id),
    };
    const ofModel = row.type === "ai" && {
      effectKey: textOf(row.effect_key),
      chargeKey: textOf(row.charge_key),
      model: textOf(row.model),
      usage: { prompt_tokens: row.prompt_tokens, completion_tokens: row.completion_tokens },
      credits: row.credits,
    };
    // Members that are undefined are absent from JSON.
    const json = JSON.stringify({ ...common, ...ofModel, ...JSON.parse(row.details) });
    const entry: ServiceLogEntry = JSON.parse(json);
    return entry;
  });
}

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });

const suites = {
  journal: journalContract(async () => createPostgresJournal({ db: (await empty()).db, secrets })),
  "key-value store": keyValueStoreContract(async () =>
    createPostgresKeyValueStore((await empty()).db),
  ),
  "storage over a store": storageContract(async () =>
    createStorage({ store: createPostgresKeyValueStore((await empty()).db) }),
  ),
  ledger: ledgerContract(async () => {
    const context = await empty();
    return { ...context, ledger: createPostgresLedger(context.db, context.clock) };
  }),
  "rate limiter": rateLimiterContract(async () => {
    const context = await empty();
    return { ...context, limiter: createPostgresRateLimiter(context.db, context.clock) };
  }),
  "credential store": credentialStoreContract(async () => {
    const { db, clock, advance, now } = await empty();
    return {
      store: createPostgresCredentialStore(db),
      async add({ userId, platform, isDefault = false }) {
        advance(1);
        const id = randomUUID();
        const sealed = await secrets.seal("{}", credentialsContext(id));
        const created = new Date(clock.now());
        const row = { id, user_id: userId, platform, sealed, is_default: isDefault };
        await db
          .insertInto("platform_credentials")
          .values({ ...row, name: id, created_at: created })
          .execute();
        return { id, userId, platform, sealed, isDefault, createdAt: now() };
      },
    };
  }),
  "usage counter": usageCounterContract(async () => createPostgresUsageCounter((await empty()).db)),
  "service log": serviceLogContract(async () => {
    const { db } = await empty();
    return { log: createPostgresServiceLog(db), entries: () => readServiceUses(db) };
  }),
  cache: cacheContract(async () => {
    const context = await empty();
    return { ...context, cache: createPostgresCache(context.db, readList, context.clock) };
  }),
};

describe.each(Object.entries(suites))("PostgreSQL: %s", (_port, cases) => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

test("the database has each medium of a journal once, and no message in plain text", async () => {
  const { db } = await empty();
  const journal = createPostgresJournal({ db, secrets });
  const image = new Uint8Array(1000).fill(7);
  const sent = { operation: "bot.sendImage", args: ["ann of the north", image] } as const;
  await journal.write([
    { callId: "a", sequence: 0, ...sent },
    { callId: "a", sequence: 1, ...sent },
  ]);
  const entries = await journal.read("a");
  expect(entries.map(({ args }) => args[1])).toEqual([image, image]);
  expect(await db.selectFrom("journal_media").select("sha256").execute()).toHaveLength(1);
  const rows = await db.selectFrom("journal_entry").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("ann of");
});

/** What two nodes have over one database: connections of their own. */
async function openNodes() {
  await empty();
  const { connection } = database;
  const other = await openDatabase({ connection, connections: 5 });
  return { nodes: [database.db, other.db], [Symbol.asyncDispose]: () => other.close() };
}

// spec: search.user-limit, ai.free-calls
test("a limit holds over two nodes that ask at once", async () => {
  await using opened = await openNodes();
  const limiters = opened.nodes.map((db) => createPostgresRateLimiter(db));
  const rate = { limit: 10, windowMs: 60_000 };
  const asked = Array.from({ length: 20 }, () => limiters).flat();
  const decisions = await Promise.all(asked.map((limiter) => limiter.take("search/user/1", rate)));
  expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(10);
});

test("an identical search on two nodes at once is asked once", async () => {
  await using opened = await openNodes();
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let asked = 0;
  const provider: SearchProvider = {
    name: "slow",
    async search() {
      asked += 1;
      begun.resolve();
      await mayEnd.promise;
      return [{ title: "a", url: "https://example.com/", snippet: "" }];
    },
  };
  /** How often each node has looked into the cache. */
  const looks = [0, 0];
  const [first, second] = opened.nodes.map((db, node) => {
    const stored = createPostgresCache(db, readSearchResult);
    const get: typeof stored.get = async (key) => {
      looks[node] = (looks[node] ?? 0) + 1;
      return stored.get(key);
    };
    return createServices({ search: { providers: [provider], cache: { ...stored, get } } });
  });
  const search = (services = first) => services?.forAccount(1)("news").searchService.search("cats");
  const searching = search();
  await begun.promise;
  const other = search(second);
  await expect.poll(() => asked > 1 || (looks[1] ?? 0) > 1).toBe(true);
  mayEnd.resolve();
  expect(await searching).toMatchObject({ cached: false, count: 1 });
  expect(await other).toMatchObject({ cached: true, count: 1 });
  expect(asked).toBe(1);
});

test("values that are read at once come to those who asked", async () => {
  const { db } = await empty();
  const store = createPostgresKeyValueStore(db);
  const scopes = [1, 2].flatMap((userId) =>
    ["a", "b"].map((pluginSlug) => ({ userId, pluginSlug })),
  );
  const keys = Array.from({ length: 20 }, (_, number) => `key "${number}" \u0000`);
  for (const scope of scopes) {
    for (const key of keys.slice(1)) {
      const json = JSON.stringify({ scope, key });
      await store.write(scope, { key, json, bytes: json.length, maxUserBytes: 1e6 });
    }
  }
  const asked = scopes.flatMap((scope) => keys.map((key) => ({ scope, key })));
  const values = await Promise.all(asked.map(({ scope, key }) => store.get(scope, key)));
  expect(values).toEqual(
    asked.map(({ scope, key }) => (key === keys[0] ? undefined : JSON.stringify({ scope, key }))),
  );
});

test("runs that read a journal at once, also the same one, get their own entries in their order", async () => {
  const { db } = await empty();
  const journal = createPostgresJournal({ db, secrets });
  const runs = ["a", "b", "c"];
  for (const callId of runs) {
    const calls = [2, 0, 1].map((sequence) => ({
      callId,
      sequence,
      operation: "storage.get" as const,
      args: [callId],
    }));
    await journal.write(calls);
  }
  const read = await Promise.all([...runs, ...runs].map((callId) => journal.read(callId)));
  const expected = runs.map((callId) => [0, 1, 2].map((sequence) => `${callId}${sequence}`));
  expect(
    read.map((entries) => entries.map(({ callId, sequence }) => `${callId}${sequence}`)),
  ).toEqual([...expected, ...expected]);
});

test("keys of any characters are read in steps, in the order of first writing", async () => {
  const { db } = await empty();
  const store = createPostgresKeyValueStore(db);
  const scope = { userId: 1, pluginSlug: "notes" };
  await sql`
    insert into storage_value (user_id, plugin_slug, key, json, bytes)
    select 1, 'notes', 'key ' || n, '1', 1 from generate_series(1, 2000) n`.execute(db);
  const odd = 'a "key" \\u0041 \u0000 \uD800 好';
  await store.write(scope, { key: odd, json: "1", bytes: 1, maxUserBytes: 1000 });
  const expected = [...Array.from({ length: 2000 }, (_, n) => `key ${n + 1}`), odd];
  let steps = 0;
  const inTurn: RunInTurn = async (step) => {
    steps++;
    return step();
  };
  expect(await store.keys(scope, inTurn)).toEqual(expected);
  expect(steps).toBe(3);
  expect(await store.keys(scope)).toEqual(expected);
  expect(await store.keys({ ...scope, userId: 2 })).toEqual([]);
});
