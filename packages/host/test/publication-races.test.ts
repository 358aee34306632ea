import type { Sandbox } from "@botwright/sandbox";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Transaction } from "kysely";
import type { Schema } from "../src/database/schema.ts";
import {
  createAccounts,
  createRollBack,
  type Database,
  type PluginRecord,
  type Publication,
} from "../src/index.ts";
import { duringTransaction, untilWaiting } from "./during-transaction.ts";
import { secrets } from "./fixture-rows.ts";
import { insertBot } from "./insert-bot.ts";
import { openPublishing, type Publishing } from "./publishing.ts";

/** What happens while a file is being checked. */
let meanwhile = async (): Promise<void> => {};
let publishing: Publishing;
let database: Database;
let publication: Publication;
beforeAll(async () => {
  publishing = await openPublishing();
  ({ database } = publishing);
  const slow: Pick<Sandbox, "load"> = {
    async load(code, info) {
      await meanwhile();
      return publishing.sandbox.load(code, info);
    },
  };
  publication = publishing.createPublication({ sandbox: slow });
});
beforeEach(() => {
  meanwhile = async () => {};
});
afterAll(() => publishing[Symbol.asyncDispose]());

const ADMIN = 1;
const CODE = "export const handler = () => ({ handled: false });";
let made = 0;

/** A plugin with its developer, and somebody who has installed it. */
interface Submitted extends PluginRecord {
  readonly developerId: number;
  readonly owner: number;
}

/** A developer with an account, and a plugin that waits for its first review. */
async function submitOne() {
  made += 1;
  const slug = `race-${made}`;
  const developer = await database.db
    .insertInto("user_account")
    .values({ name: slug, email: `${slug}@example.org` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const submitted = await publication.submit(developer.id, { slug, name: slug, code: CODE });
  return { ...submitted, developerId: developer.id };
}

/** Deletes an account, as the host does. */
async function deleteAccount(userId: number): Promise<void> {
  await createAccounts({ database, secrets }).delete(userId);
}

async function setBanned(userId: number, banned = true): Promise<void> {
  await database.db.updateTable("user_account").set({ banned }).where("id", "=", userId).execute();
}

async function statusOf(developerId: number): Promise<string | undefined> {
  return (await publication.mine(developerId))[0]?.status;
}

// spec: publication.take-down
test("an update that is checked during a take-down does not bring the plugin back", async () => {
  const { id, sha256, developerId } = await submitOne();
  await publication.approve(id, ADMIN, { sha256 });
  meanwhile = async () => {
    await publication.takeDown(id, ADMIN, "spam");
  };
  const updating = publication.update(developerId, id, { code: `${CODE}\n// 2` });
  await expect(updating).rejects.toMatchObject({ code: "PLUGIN_TAKEN_DOWN" });
  expect(await statusOf(developerId)).toBe("taken_down");
  expect((await publication.queue()).items).toEqual([]);
});

test.each(["approve", "reject"] as const)(
  "a reviewer's %s during a take-down does not bring the plugin back",
  async (verdict) => {
    const { id, sha256, developerId } = await submitOne();
    await publication.approve(id, ADMIN, { sha256 });
    const update = await publication.update(developerId, id, { code: `${CODE}\n// 2` });
    const deciding = duringTransaction(
      database.db,
      (db) => db.updateTable("plugin").set({ status: "taken_down" }).where("id", "=", id).execute(),
      () =>
        verdict === "approve"
          ? publication.approve(id, ADMIN, update)
          : publication.reject(id, ADMIN, "no", update),
    );
    await expect(deciding).rejects.toMatchObject({ code: "PLUGIN_TAKEN_DOWN" });
    expect(await statusOf(developerId)).toBe("taken_down");
  },
);

// spec: publication.ban
test("a plugin whose developer is banned while it is checked is not submitted", async () => {
  const { id, sha256, developerId } = await submitOne();
  await publication.approve(id, ADMIN, { sha256 });
  meanwhile = () => setBanned(developerId);
  const banned = { code: "BANNED" };
  const changed = { slug: `late-${developerId}`, name: "Late", code: CODE };
  await expect(publication.submit(developerId, changed)).rejects.toMatchObject(banned);
  await setBanned(developerId, false);
  const updating = publication.update(developerId, id, { code: `${CODE}\n// 2` });
  await expect(updating).rejects.toMatchObject(banned);
  expect(await publication.mine(developerId)).toMatchObject([{ status: "published" }]);
});

// spec: publication.ban
test("a plugin whose developer is deleted while it is checked is not submitted", async () => {
  const { id, sha256, developerId } = await submitOne();
  await publication.approve(id, ADMIN, { sha256 });
  let isDeleted = false;
  meanwhile = async () => {
    if (!isDeleted) await deleteAccount(developerId);
    isDeleted = true;
  };
  const gone = { code: "USER_NOT_FOUND" };
  const slug = `orphan-${developerId}`;
  const submitting = publication.submit(developerId, { slug, name: "Orphan", code: CODE });
  await expect(submitting).rejects.toMatchObject(gone);
  expect(await publication.mine(developerId)).toEqual([]);
  const updating = publication.update(developerId, id, { code: `${CODE}\n// 2` });
  await expect(updating).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
});

test("changes of a plugin at once are all in the version that waits", async () => {
  const { id, developerId } = await submitOne();
  const code = `${CODE}\n// 2`;
  // Both have read the same version before one of them is written.
  const both = Promise.withResolvers<void>();
  let begun = 0;
  meanwhile = async () => {
    begun += 1;
    if (begun === 2) both.resolve();
    await both.promise;
  };
  await Promise.all([
    publication.update(developerId, id, { code }),
    publication.update(developerId, id, { triggers: ["roll"] }),
  ]);
  const { meta, code: waiting } = await publication.waiting(id);
  expect([meta.triggers, waiting]).toEqual([["roll"], code]);
});

test("a change of a plugin that goes on changing is refused in the end", async () => {
  const { id, developerId } = await submitOne();
  let changes = 0;
  meanwhile = async () => {
    changes += 1;
    // The last of the changes that it makes is checked without another one.
    if (changes % 2 === 1) await publication.update(developerId, id, { version: `2.0.${changes}` });
  };
  const updating = publication.update(developerId, id, { code: `${CODE}\n// 2` });
  await expect(updating).rejects.toMatchObject({ code: "PLUGIN_CHANGED" });
});

test("an approval during a ban of the developer publishes nothing", async () => {
  const { id, sha256, developerId } = await submitOne();
  const approving = duringTransaction(
    database.db,
    (db) =>
      db.updateTable("user_account").set({ banned: true }).where("id", "=", developerId).execute(),
    () => publication.approve(id, ADMIN, { sha256 }),
  );
  await expect(approving).rejects.toMatchObject({ code: "DEVELOPER_BANNED" });
  expect(await statusOf(developerId)).toBe("pending");
  await expect(publication.approve(id, ADMIN, { sha256 })).rejects.toMatchObject({
    code: "DEVELOPER_BANNED",
  });
  const rejected = await publication.reject(id, ADMIN, "spam", { sha256 });
  expect(rejected.status).toBe("rejected");
});

test("a developer who is banned meanwhile does not roll a plugin back", async () => {
  const { id, sha256, developerId } = await submitOne();
  await publication.approve(id, ADMIN, { sha256 });
  const second = await publication.update(developerId, id, { code: `${CODE}\n// 2` });
  await publication.approve(id, ADMIN, second);
  const goingBack = duringTransaction(
    database.db,
    (db) =>
      db.updateTable("user_account").set({ banned: true }).where("id", "=", developerId).execute(),
    () => createRollBack(database).plugin(id, developerId),
  );
  await expect(goingBack).rejects.toMatchObject({ code: "BANNED" });
  expect(await publication.mine(developerId)).toMatchObject([
    { published_version: second.version },
  ]);
});

test.each([
  [
    "an approval",
    async ({ id, developerId }: Submitted) => {
      const update = await publication.update(developerId, id, { code: `${CODE}\n// 2` });
      return () => publication.approve(id, ADMIN, update);
    },
  ],
  [
    "the deletion of an owner",
    async ({ owner }: Submitted) =>
      () =>
        deleteAccount(owner),
  ],
])("%s locks installations in the order of their ids", async (_what, prepare) => {
  const submitted = await submitOne();
  const { id, version_id } = await publication.approve(submitted.id, ADMIN, submitted);
  const { db } = database;
  const { id: owner } = await db
    .insertInto("user_account")
    .values({ name: "Owner", email: `owner-${id}@example.org` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const bots = [0, 0, 0].map(() => insertBot(db, { userId: owner }));
  const [first_bot = 0, second_bot = 0, third_bot = 0] = await Promise.all(bots);
  const install = async (bot_id: number): Promise<number> => {
    const row = { bot_id, plugin_id: id, version_id, config: "{}", sealed: null };
    const query = db.insertInto("installation").values(row).returning("id");
    return (await query.executeTakeFirstOrThrow()).id;
  };
  const first = await install(first_bot);
  const second = await install(second_bot);
  // Every scan but that of the primary key finds it behind the other one from now on.
  await db.updateTable("installation").set({ bot_id: third_bot }).where("id", "=", first).execute();
  const begin = await prepare({ ...submitted, owner });
  let ending: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    expect(await lockFree(trx, first)).toEqual([{ id: first }]);
    ending = begin();
    ending.catch(() => {});
    await untilWaiting(db, 1);
    expect(await lockFree(trx, second)).toEqual([{ id: second }]);
  });
  await ending;
});

/** Locks an installation; returns nothing when another transaction has it. */
function lockFree(trx: Transaction<Schema>, id: number): Promise<{ id: number }[]> {
  const row = trx.selectFrom("installation").select("id").where("id", "=", id);
  return row.forUpdate().skipLocked().execute();
}
