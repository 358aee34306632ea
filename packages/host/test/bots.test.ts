import { createManualClock, type Platform } from "@botwright/core";
import { adapterStateContract } from "@botwright/core/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPostgresAdapterState } from "../src/bots/runner/adapter-state.ts";
import { createBotLeases } from "../src/bots/runner/bot-leases.ts";
import { type Database, type NodeLease, startNodeLease } from "../src/index.ts";
import { insertBot } from "./insert-bot.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function addBots(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await insertBot(database.db, { userId: 1 }));
  return ids;
}

/** A node with the bots that it runs at the moment. */
function startNode(lease: NodeLease, most?: number, platforms?: readonly Platform[], everyMs = 20) {
  const bots = new Map<number, number>();
  const leases = createBotLeases({
    database,
    lease,
    everyMs,
    ...(most !== undefined && { most }),
    ...(platforms !== undefined && { platforms }),
    onGained: ({ id, epoch }) => void bots.set(id, epoch),
    onLost: (id) => void bots.delete(id),
  });
  return { bots, leases };
}

describe("the contract of an adapter's state", () => {
  test.each(
    adapterStateContract(createManualClock, async (clock) => {
      const [botId = 0] = await addBots(1);
      return createPostgresAdapterState({ db: database.db, botId, epoch: 0, clock });
    }),
  )("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

test("each bot runs on one node; those of a node that dies go on elsewhere, and fence it off", async () => {
  await database.db.deleteFrom("bot").execute();
  const ids = await addBots(20);
  const dying = await startNodeLease({ db: database.db, ttlMs: 1000 });
  const first = startNode(dying, 3);
  await using lease = await startNodeLease({ db: database.db });
  const second = startNode(lease, 3);
  const all = (): number[] =>
    [...first.bots.keys(), ...second.bots.keys()].toSorted((a, b) => a - b);
  await expect.poll(all, { timeout: 10_000 }).toEqual(ids);
  expect(first.bots.size).toBeGreaterThan(0);
  const [[bot = 0, epoch = 0] = []] = first.bots;
  const state = createPostgresAdapterState({ db: database.db, botId: bot, epoch });
  await state.set("offset", 7);

  await dying.close();
  await expect.poll(() => second.bots.size, { timeout: 10_000 }).toBe(20);
  await expect.poll(() => first.bots.size).toBe(0);
  await expect(state.set("offset", 8)).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  await expect(state.delete("offset")).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  const next = { db: database.db, botId: bot, epoch: second.bots.get(bot) ?? 0 };
  expect(await createPostgresAdapterState(next).get("offset")).toBe(7);

  await database.db.updateTable("bot").set({ paused: true }).where("id", "=", bot).execute();
  await expect.poll(() => second.bots.has(bot)).toBe(false);
  await first.leases.close();
  await second.leases.close();
  const owned = database.db.selectFrom("bot").select("id").where("owner", "is not", null);
  expect(await owned.execute()).toEqual([]);
});

test("more bots than a look takes are taken without waiting for the next one's time", async () => {
  await database.db.deleteFrom("bot").execute();
  const ids = await addBots(7);
  await using lease = await startNodeLease({ db: database.db });
  const { bots, leases } = startNode(lease, 2, undefined, 3_600_000);
  await leases.look();
  await expect.poll(() => [...bots.keys()].toSorted((a, b) => a - b)).toEqual(ids);
  await leases.close();
});

test("a node takes the bots of its platforms only", async () => {
  await database.db.deleteFrom("bot").execute();
  const [bot = 0] = await addBots(1);
  await using first = await startNodeLease({ db: database.db });
  await using second = await startNodeLease({ db: database.db });
  const nodes = [startNode(first, 9, []), startNode(first, 9, ["feishu"])];
  for (const { leases } of nodes) await leases.look();
  expect(nodes.map(({ bots }) => bots.size)).toEqual([0, 0]);
  const other = startNode(second, 9, ["feishu", "telegram"]);
  await expect.poll(() => [...other.bots.keys()]).toEqual([bot]);
  for (const { leases } of [...nodes, other]) await leases.close();
});

test("values that an adapter sets at once are all there, of one key the last", async () => {
  const [botId = 0] = await addBots(1);
  const state = createPostgresAdapterState({ db: database.db, botId, epoch: 0 });
  const keys = Array.from({ length: 120 }, (_, number) => `key "${number}" \u0000`);
  const setting = keys.flatMap((key) => [state.set(key, "first"), state.set(key, { key })]);
  await Promise.all(setting);
  expect(await Promise.all(keys.map((key) => state.get(key)))).toEqual(
    keys.map((key) => ({ key })),
  );
  const stale = createPostgresAdapterState({ db: database.db, botId, epoch: 1 });
  const refused = await Promise.allSettled(keys.map((key) => stale.set(key, "stale")));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(await state.get(keys[7] ?? "")).toEqual({ key: keys[7] });
});
