import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAesSecrets, credentialsContext, type Secrets } from "@botwright/services";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPostgresJournal,
  type Database,
  installationContext,
  openDatabase,
  reseal,
  startEmbeddedPostgres,
} from "../src/index.ts";
import { botContext } from "../src/bots/bot-context.ts";
import { createProviderKeys } from "../src/models/provider-key.ts";
import { AGEING_COLUMNS, SEALED_TABLES } from "../src/secrets/sealed-tables.ts";
import { describeReseal, resealDatabase } from "../src/server/reseal-command.ts";
import { insertBot } from "./insert-bot.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const k1 = randomBytes(32);
const k2 = randomBytes(32);
const old = createAesSecrets({ keys: { k1 }, current: "k1" });
const both = { keys: { k1, k2 }, current: "k2" };
const fresh = createAesSecrets({ keys: { k2 }, current: "k2" });
const CREDENTIALS = randomUUID();
const BOTS = 5;
const server = { base_url: "https://ai.example.com/v1" };

/** One secret of each kind and several bots, sealed with the former key. */
async function fill(): Promise<void> {
  const { db } = database;
  for (let userId = 1; userId <= BOTS; userId += 1) {
    const sealed = await old.seal(`bot of ${userId}`, botContext({ userId, platform: "telegram" }));
    await insertBot(db, { userId, sealed });
  }
  const set = await old.seal("set", credentialsContext(CREDENTIALS));
  await sql`insert into platform_credentials (id, user_id, platform, sealed, created_at)
    values (${CREDENTIALS}, 1, 'feishu', ${set}, now())`.execute(db);
  await sql`insert into plugin (id, slug, developer_id, status) overriding system value
    values (9, 'notes', 1, 'published')`.execute(db);
  await sql`insert into plugin_version
      (id, plugin_id, version, sha256, code, meta, record, findings, state) overriding system value
    values (9, 9, '1.0.0', 'a', '', '{}', '{}', '[]', 'approved')`.execute(db);
  await sql`insert into installation (bot_id, plugin_id, version_id, sealed)
    values (1, 9, 9, ${await old.seal("settings", installationContext(1, 9))}),
      (2, 9, 9, null)`.execute(db);
  for (const [table, type] of [
    ["ai_provider", "ai-provider"],
    ["search_provider", "search-provider"],
  ] as const) {
    const sealed = await createProviderKeys(old, type).seal({ id: 7, ...server }, undefined, "key");
    const more = table === "ai_provider" ? sql`` : sql`, type, enabled, position`;
    const values = table === "ai_provider" ? sql`` : sql`, 'searxng', true, 0`;
    await sql`insert into ${sql.table(table)} (id, name, base_url, sealed ${more})
      overriding system value values (7, 'ours', ${server.base_url}, ${sealed} ${values})`.execute(
      db,
    );
  }
  const journal = createPostgresJournal({ db, secrets: old });
  await journal.write([{ callId: "a", sequence: 0, operation: "bot.reply", args: ["ann", "hi"] }]);
}

/** The secrets of all tables, opened. */
async function openAll(secrets: Secrets): Promise<string[]> {
  const texts: string[] = [];
  for (const table of SEALED_TABLES) {
    const rows = await table.read(database.db, { except: "none.", after: "", limit: 100 });
    const opening = rows.map(({ sealed, context }) => secrets.open(sealed, context));
    texts.push(...(await Promise.all(opening)).toSorted());
  }
  return texts;
}

test("a former key is not needed any more for what was sealed with it", async () => {
  await fill();
  const bots = Array.from({ length: BOTS }, (_, index) => `bot of ${index + 1}`);
  expect(await openAll(old)).toEqual([...bots, "set", "settings", "key", "key"]);
  await expect(openAll(fresh)).rejects.toMatchObject({ code: "SECRET_UNREADABLE" });

  const { db } = database;
  expect(await reseal({ db, keys: both, batch: 2 })).toEqual({
    resealed: BOTS + 4,
    unreadable: {},
    ageing: 1,
  });
  expect(await openAll(fresh)).toEqual([...bots, "set", "settings", "key", "key"]);
  // Once more, there is nothing left to do; and the journal goes with its age.
  await sql`delete from journal_entry`.execute(db);
  expect(await reseal({ db, keys: both })).toEqual({ resealed: 0, unreadable: {}, ageing: 0 });
});

test("what no key opens is counted by table and stays, and the rest is sealed again", async () => {
  const { db } = database;
  const lost = createAesSecrets({ keys: { k0: randomBytes(32) }, current: "k0" });
  const sealed = await lost.seal("lost", botContext({ userId: 1, platform: "telegram" }));
  await db.updateTable("bot").set({ sealed }).where("user_id", "=", 1).execute();
  const again = { keys: { k1, k2, k3: randomBytes(32) }, current: "k3" };
  expect(await reseal({ db, keys: again, batch: 2 })).toEqual({
    resealed: BOTS + 3,
    unreadable: { bot: 1 },
    ageing: 0,
  });
  const row = db.selectFrom("bot").select("sealed").where("user_id", "=", 1);
  expect(await row.executeTakeFirst()).toEqual({ sealed });
});

test("every column for sealed texts is sealed again, or ages", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and column_name = 'sealed'`.execute(database.db);
  const known = new Set([
    ...SEALED_TABLES.map(({ name }) => `${name}.sealed`),
    ...AGEING_COLUMNS.map((column) => column.join(".")),
  ]);
  for (const { table, column } of rows) expect(known).toContain(`${table}.${column}`);
});

test("the command seals the secrets of a host with its own database by its file of keys", async () => {
  const folder = await mkdtemp(join(tmpdir(), "botwright-reseal-"));
  await using running = await startEmbeddedPostgres({ folder: join(folder, "postgres") });
  const own = await openDatabase({ connection: running.connection });
  const report = await resealDatabase({ databaseUrl: undefined, folder, keys: undefined });
  expect(report).toEqual({ resealed: 0, unreadable: {}, ageing: 0 });
  // The host that runs beside it has its database still.
  await sql`select 1`.execute(own.db);
  await own.close();
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the report says what to do with the former keys", () => {
  expect(describeReseal({ resealed: 3, unreadable: { bot: 1 }, ageing: 2 })).toEqual([
    ["resealed", "3 secrets"],
    ["unreadable", "bot: 1; no key opens them"],
    ["journals", "2 entries and traces need the former keys until they are deleted"],
  ]);
});
