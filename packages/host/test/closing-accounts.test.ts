import { type Clock, createManualClock, PLATFORMS } from "@botwright/core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { lockAccount } from "../src/accounts/assert-standing.ts";
import { assertOtherAdministrator } from "../src/auth/administrators.ts";
import { claimBots } from "../src/bots/runner/owned-bots.ts";
import {
  createAccounts,
  createInstalledPlugins,
  type Database,
  type NodeLease,
  startNodeLease,
} from "../src/index.ts";
import { addAccounts } from "./add-accounts.ts";
import { duringTransaction } from "./during-transaction.ts";
import { insertBot } from "./insert-bot.ts";
import { ANN, type Installing, openInstalling } from "./installing.ts";

const STOP_MS = 45_000;

let world: Installing;
let database: Database;
let db: Database["db"];
let lease: NodeLease;
beforeAll(async () => {
  world = await openInstalling();
  ({ database } = world);
  ({ db } = database);
  lease = await startNodeLease({ db });
});
afterAll(async () => {
  await lease.close();
  await world[Symbol.asyncDispose]();
});

let userId = 1000;
let botId: number;
beforeEach(async () => {
  userId += 1;
  await addAccounts(database, userId);
  botId = await insertBot(db, { userId });
});

async function setOwner(owner: string | null): Promise<void> {
  await db.updateTable("bot").set({ owner }).where("user_id", "=", userId).execute();
}

/** Begins a deletion that waits for a bot, and goes on when its time is over: it fails then. */
async function beginDeletion(): Promise<() => Promise<void>> {
  await setOwner(lease.id);
  const manual = createManualClock();
  let isWaiting = false;
  const clock: Clock = {
    now: () => manual.now(),
    after(...timer) {
      isWaiting = true;
      return manual.after(...timer);
    },
  };
  const accounts = createAccounts({ database, secrets: world.secrets, clock, stopMs: STOP_MS });
  const deleting = accounts.delete(userId);
  await expect.poll(() => isWaiting).toBe(true);
  expect(await isClosed()).toBe(true);
  return async () => {
    await setOwner(lease.id);
    manual.advance(STOP_MS);
    await expect(deleting).rejects.toMatchObject({ code: "BOTS_RUNNING" });
  };
}

/** Whether the account is refused what it begins. */
const isClosed = () => db.transaction().execute((trx) => lockAccount(trx, userId));

/** Takes all bots that are to run. Returns those of the account. */
async function claim(): Promise<number[]> {
  const bots = await claimBots(db, lease.id, PLATFORMS, 100);
  return bots.filter((bot) => bot.userId === userId).map(({ id }) => id);
}

test("a ban during a deletion that fails stays", async () => {
  const fail = await beginDeletion();
  const ban = { banned: true, ban_reason: "spam" };
  await db.updateTable("user_account").set(ban).where("id", "=", userId).execute();
  await fail();
  const user = db.selectFrom("user_account").select(["banned", "ban_reason"]);
  expect(await user.where("id", "=", userId).execute()).toEqual([ban]);
});

test("the plugins of an account that is being deleted go on where others use them", async () => {
  const bot = await world.addBot();
  const plugin = await world.publish(`of-${userId}`, {}, userId);
  await world.installations.install(ANN, bot, plugin);
  const fail = await beginDeletion();
  const { sandbox, secrets } = world;
  const node = createInstalledPlugins({ database, sandbox, secrets });
  onTestFinished(() => node.close());
  expect(await node.of({ id: bot })).toHaveLength(1);
  await fail();
  expect(await node.of({ id: bot })).toHaveLength(1);
});

test("bots run again after a deletion that fails, but not those that were paused before", async () => {
  await insertBot(db, { userId, paused: true });
  const fail = await beginDeletion();
  await setOwner(null);
  expect(await claim()).toEqual([]);
  await fail();
  await setOwner(null);
  expect(await claim()).toEqual([botId]);
  expect(await isClosed()).toBe(false);
});

test("an account whose deletion died with its process is open again after a time, and its bots run", async () => {
  // Its clock stands still from here on.
  await beginDeletion();
  await setOwner("a dead node");
  expect(await claim()).toEqual([]);
  const closing = db.selectFrom("user_account").select("closing_until").where("id", "=", userId);
  const { closing_until: until } = await closing.executeTakeFirstOrThrow();
  expect(until?.getTime()).toBeGreaterThan(Date.now() + STOP_MS);
  expect(until?.getTime()).toBeLessThan(Date.now() + 3_600_000);

  const past = { closing_until: new Date(Date.now() - 1000) };
  await db.updateTable("user_account").set(past).where("id", "=", userId).execute();
  expect(await isClosed()).toBe(false);
  expect(await claim()).toEqual([botId]);
});

test("an administrator who is being deleted is no other administrator", async () => {
  await db.updateTable("user_account").set({ role: "admin" }).where("id", "=", userId).execute();
  const isOther = () => db.transaction().execute((trx) => assertOtherAdministrator(trx, ANN));
  await isOther();
  await db
    .updateTable("user_account")
    .set({ closing_until: new Date(Date.now() + 60_000) })
    .where("id", "=", userId)
    .execute();
  await expect(isOther()).rejects.toMatchObject({ code: "LAST_ADMINISTRATOR" });
});

test("a bot that was taken just before the account was closed is not deleted under its node", async () => {
  const accounts = createAccounts({ database, secrets: world.secrets, stopMs: 0 });
  const deleting = duringTransaction(
    db,
    (trx) => trx.updateTable("bot").set({ owner: lease.id }).where("id", "=", botId).execute(),
    () => accounts.delete(userId),
  );
  await expect(deleting).rejects.toMatchObject({ code: "BOTS_RUNNING" });
  const left = db.selectFrom("bot").select("id").where("user_id", "=", userId);
  expect(await left.execute()).toEqual([{ id: botId }]);
});
