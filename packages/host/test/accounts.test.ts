import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_TABLES, SHARED_TABLES } from "../src/accounts/account-tables.ts";
import { deleteMessages } from "../src/accounts/delete-account.ts";
import { createAccounts, createCredits, type Database, startNodeLease } from "../src/index.ts";
import { dumpTables, fixtureRows, secrets, tableColumns } from "./fixture-rows.ts";
import { resetFixture } from "./reset-fixture.ts";
import { openTestDatabase } from "./test-database.ts";

/** Numbers that stand nowhere else. */
const ANN = 424_242_000;
const BOB = 535_353_000;
const BOT = ANN + 1;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let accounts: ReturnType<typeof createAccounts>;
let changes = 0;
beforeEach(async () => {
  await resetFixture(database.db, ANN, BOB);
  accounts = createAccounts({ database, secrets, onChanged: countChange, stopMs: 200 });
});

function countChange(): void {
  changes += 1;
}

const ofBob = (rows: readonly string[] = []) => rows.filter((row) => row.includes("535353"));

test("every table either has rows of accounts, or has none, and the fixture fills the former", async () => {
  const tables = [...(await tableColumns(database.db)).keys()];
  const known = [...Object.keys(ACCOUNT_TABLES), ...SHARED_TABLES];
  // A new table stands in account-tables.ts, and its rows in fixture-rows.ts.
  expect(tables.toSorted()).toEqual(known.toSorted());
  const filled = new Set((await fixtureRows(ANN)).map(([table]) => table));
  expect([...filled].toSorted()).toEqual(Object.keys(ACCOUNT_TABLES).toSorted());
});

test("a shared table has no column that names an account or a bot", async () => {
  const columns = await tableColumns(database.db);
  for (const table of SHARED_TABLES) {
    const named = [...(columns.get(table) ?? [])].filter((name) => /user|bot_|account/.test(name));
    expect([table, named]).toEqual([table, []]);
  }
});

describe("a deletion", () => {
  test("leaves no row that names the account or its bot, and everything of others", async () => {
    const before = await dumpTables(database.db);
    await accounts.delete(ANN);
    const after = await dumpTables(database.db);
    for (const [table, rows] of Object.entries(after)) {
      const left = rows.filter((row) => {
        const text = row.replaceAll(`"id":${ANN + 2},`, "").replaceAll(`${ANN + 3}`, "");
        return !["plugin", "plugin_version", "deletion"].includes(table) && text.includes("424242");
      });
      expect([table, left]).toEqual([table, []]);
      expect([table, ofBob(rows)]).toEqual([table, ofBob(before[table])]);
    }
    expect(changes).toBeGreaterThan(0);
    await expect(accounts.delete(ANN)).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
  });

  test("is noted with the account's bots, in the same transaction", async () => {
    const { db } = database;
    await accounts.delete(ANN);
    expect(await db.selectFrom("deletion").select(["kind", "id"]).execute()).toEqual([
      { kind: "account", id: ANN },
      { kind: "bot", id: BOT },
    ]);
  });

  test("keeps published plugins without their developer, and what waited or was never approved goes", async () => {
    const { db } = database;
    await accounts.delete(ANN);
    const plugins = await db
      .selectFrom("plugin as p")
      .innerJoin("plugin_version as v", "v.plugin_id", "p.id")
      .select(["p.slug", "p.status", "p.developer_id", "v.code", "v.state"])
      .where("p.slug", "like", "%424242%")
      .execute();
    expect(plugins).toEqual([
      {
        slug: `chat-${ANN}`,
        status: "published",
        developer_id: null,
        code: "// approved",
        state: "approved",
      },
    ]);
  });

  test("forgets the administrator in what was reviewed and topped up", async () => {
    const { db } = database;
    await db
      .insertInto("user_account")
      .values({ name: "Admin", email: "admin@example.org", role: "admin" })
      .execute();
    await db.updateTable("user_account").set({ role: "admin" }).where("id", "=", ANN).execute();
    await db.updateTable("plugin_version").set({ reviewed_by: ANN }).execute();
    await db.updateTable("credit_row").set({ actor_id: ANN }).execute();
    await accounts.delete(ANN);
    expect(
      await db.selectFrom("plugin_version").select("reviewed_by").distinct().execute(),
    ).toEqual([{ reviewed_by: null }]);
    expect(await db.selectFrom("credit_row").select("actor_id").distinct().execute()).toEqual([
      { actor_id: 0 },
    ]);
    const movements = await createCredits({ db }).movements(BOB, { limit: 1 });
    expect(movements).toMatchObject([{ is_by_administrator: true }]);
  });

  test("the last administrator stays", async () => {
    const { db } = database;
    await db.updateTable("user_account").set({ role: "admin" }).where("id", "=", ANN).execute();
    const deleting = accounts.delete(ANN);
    await expect(deleting).rejects.toMatchObject({ code: "LAST_ADMINISTRATOR" });
    const sessions = db.selectFrom("user_session").select("id").where("user_id", "=", ANN);
    expect(await sessions.execute()).toHaveLength(1);
  });

  test("media that another account's runs name stay", async () => {
    const { db } = database;
    const shared = String(ANN).padStart(64, "0");
    const use = { call_id: `${BOB + 1}/m/chat`, sha256: shared };
    await db.insertInto("journal_media_use").values(use).execute();
    await accounts.delete(ANN);
    const media = await db.selectFrom("journal_media").select("sha256").execute();
    expect(media.map(({ sha256 }) => sha256)).toContain(shared);
  });

  test("of one bot's messages takes their journals and media, and leaves the rest", async () => {
    const { db } = database;
    const before = await dumpTables(db);
    const scope = { userId: ANN, botIds: [BOT] };
    await db.transaction().execute((trx) => deleteMessages(trx, scope));
    const after = await dumpTables(db);
    const changed = Object.keys(after).filter(
      (table) => after[table]?.length !== before[table]?.length,
    );
    expect(changed).toEqual([
      "journal_entry",
      "journal_media",
      "journal_media_use",
      "lane",
      "message",
      "message_attempt",
      "plugin_run",
      "storage_effect",
    ]);
    for (const table of changed) expect(ofBob(after[table])).toEqual(ofBob(before[table]));
  });

  test("waits for the bots, and does nothing when one does not stop", async () => {
    const { db } = database;
    await using lease = await startNodeLease({ db });
    await db.updateTable("bot").set({ owner: lease.id }).where("id", "=", BOT).execute();
    await expect(accounts.delete(ANN)).rejects.toMatchObject({ code: "BOTS_RUNNING" });
    const user = db.selectFrom("user_account").select("banned").where("id", "=", ANN);
    expect(await user.execute()).toEqual([{ banned: false }]);
    const paused = db.selectFrom("bot").select("paused").where("id", "=", BOT);
    expect(await paused.execute()).toEqual([{ paused: false }]);
    const patient = createAccounts({ database, secrets, stopMs: 60_000 });
    const deleting = patient.delete(ANN);
    const closing = db.selectFrom("user_account").select("closing_until").where("id", "=", ANN);
    await expect.poll(() => closing.execute()).toEqual([{ closing_until: expect.any(Date) }]);
    await db.updateTable("bot").set({ owner: null }).where("id", "=", BOT).execute();
    await deleting;
    expect(await paused.execute()).toEqual([]);
  });
});
