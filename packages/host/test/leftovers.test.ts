import { createManualClock } from "@botwright/core";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_TABLES } from "../src/accounts/account-tables.ts";
import { noteDeletion } from "../src/accounts/deletions.ts";
import { createAccounts, createBots, type Database, startRetention } from "../src/index.ts";
import {
  dumpTables,
  fixtureRows,
  insertFixture,
  insertRows,
  secrets,
  tableColumns,
} from "./fixture-rows.ts";
import { TEST_BINDINGS } from "./http/test-bindings.ts";
import { openTestDatabase } from "./test-database.ts";

/** Numbers that stand nowhere else. */
const ANN = 424_242_000;
const BOB = 535_353_000;
const DAY_MS = 86_400_000;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  const tables = [...(await tableColumns(database.db)).keys()].filter(
    (table) => !table.startsWith("kysely"),
  );
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(database.db);
  for (const account of [ANN, BOB]) await insertFixture(database.db, account);
});

/** Runs the retention as if this number of days had passed. */
async function runAt(days: number): Promise<number> {
  const { db } = database;
  await db.deleteFrom("maintenance").execute();
  const clock = createManualClock(Date.now() + days * DAY_MS);
  await using retention = startRetention({ db, clock });
  const report = await retention.run();
  return report?.["leftovers"] ?? -1;
}

/** Inserts what can still be written of the deleted account, or of its deleted bot. */
async function writeLate(...kinds: ("account" | "bot")[]): Promise<number> {
  const rows = (await fixtureRows(ANN)).filter(([table]) => {
    const { late } = ACCOUNT_TABLES[table] ?? {};
    const isMedia = table.startsWith("journal_media") && kinds.includes("bot");
    return isMedia || (late !== undefined && kinds.includes(late));
  });
  await insertRows(database.db, rows);
  return rows.length;
}

/** The rows that name an account, by table; not those that say what is deleted. */
async function rowsOf(account: number): Promise<Record<string, readonly string[]>> {
  const digits = String(account).slice(0, 6);
  const { deletion: _, ...tables } = await dumpTables(database.db);
  const named = Object.entries(tables).map(
    ([table, rows]) => [table, rows.filter((row) => row.includes(digits))] as const,
  );
  return Object.fromEntries(named.filter(([, rows]) => rows.length > 0));
}

const deletions = () => database.db.selectFrom("deletion").select(["kind", "id"]).execute();

describe("what is written of a deleted account afterwards", () => {
  test("is deleted, and others' rows stay", async () => {
    // What is old goes too.
    await runAt(0);
    const bobs = await rowsOf(BOB);
    await createAccounts({ database, secrets }).delete(ANN);
    const before = await rowsOf(ANN);
    expect(Object.keys(before).toSorted()).toEqual(["plugin", "plugin_version"]);
    const written = await writeLate("account", "bot");
    expect(written).toBeGreaterThan(20);
    // Media go with the runs that name them.
    expect(await runAt(0)).toBe(written - 1);
    expect(await rowsOf(ANN)).toEqual(before);
    expect(await rowsOf(BOB)).toEqual(bobs);
  });

  test("is deleted for a day, and then nothing says that there was one", async () => {
    await createAccounts({ database, secrets }).delete(ANN);
    await writeLate("account");
    await runAt(0.9);
    expect(await deletions()).toEqual([
      { kind: "account", id: ANN },
      { kind: "bot", id: ANN + 1 },
    ]);
    await writeLate("account");
    await runAt(1.1);
    expect(Object.keys(await rowsOf(ANN)).toSorted()).toEqual(["plugin", "plugin_version"]);
    expect(await deletions()).toEqual([]);
  });

  test("is deleted when it is more than one statement takes", async () => {
    await createAccounts({ database, secrets }).delete(ANN);
    await sql`
      insert into storage_value (user_id, plugin_slug, key, json, bytes)
      select ${ANN}, 'p', 'k' || n, 'null', 4 from generate_series(1, 1001) n`.execute(database.db);
    expect(await runAt(0)).toBe(1001);
  });

  test("is forgotten in what an administrator's last request did", async () => {
    const { db } = database;
    await createAccounts({ database, secrets }).delete(ANN);
    await db.updateTable("credit_row").set({ actor_id: ANN }).execute();
    await runAt(0);
    const rows = db.selectFrom("credit_row").select("actor_id").distinct();
    expect(await rows.execute()).toEqual([{ actor_id: 0 }]);
  });

  test("is deleted for each of many deletions", async () => {
    const { db } = database;
    const ids = Array.from({ length: 230 }, (_, index) => 1_000_000 + index);
    await db.transaction().execute((trx) => noteDeletion(trx, "account", ids));
    await sql`
      insert into storage_account (user_id, bytes) select unnest(${ids}::bigint[]), 0`.execute(db);
    expect(await runAt(0)).toBe(ids.length);
  });
});

test("what is written of an unbound bot afterwards is deleted, and its account's rows stay", async () => {
  const bots = createBots({ database, secrets, bindings: TEST_BINDINGS });
  await bots.unbind(ANN, ANN + 1);
  expect(await deletions()).toEqual([{ kind: "bot", id: ANN + 1 }]);
  await runAt(0);
  const [anns, bobs] = [await rowsOf(ANN), await rowsOf(BOB)];
  expect(anns).toHaveProperty("storage_value");
  const written = await writeLate("bot");
  expect(await runAt(0)).toBe(written - 1);
  expect(await rowsOf(ANN)).toEqual(anns);
  expect(await rowsOf(BOB)).toEqual(bobs);
});

test("an account that is put back keeps its rows, until it is deleted once more", async () => {
  await createAccounts({ database, secrets }).delete(ANN);
  await insertRows(
    database.db,
    (await fixtureRows(ANN)).filter(([table]) =>
      ["user_account", "bot", "message", "storage_value"].includes(table),
    ),
  );
  const before = await rowsOf(ANN);
  expect(Object.keys(before)).toContain("storage_value");
  expect(await runAt(0)).toBe(0);
  expect(await rowsOf(ANN)).toEqual(before);
  await createAccounts({ database, secrets }).delete(ANN);
  expect(await deletions()).toHaveLength(2);
});

test("a deletion that fails is not noted", async () => {
  const { db } = database;
  const failing = db.transaction().execute(async (trx) => {
    await noteDeletion(trx, "bot", [BOB + 1]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await runAt(0)).toBe(0);
});
