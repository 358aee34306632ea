/** @module-tag long */
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { silentLogger } from "@botwright/core";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, migrate } from "../src/database/open-database.ts";
import { migrations } from "../src/database/migrations/index.ts";
import {
  createBackup,
  createPostgresLedger,
  type EmbeddedPostgres,
  openDatabase,
  restoreBackup,
  startEmbeddedPostgres,
} from "../src/index.ts";
import { readBackup, writeBackup } from "../src/server/backup-file.ts";
import { resealDatabase } from "../src/server/reseal-command.ts";
import { addDataFolder } from "./data-folder.ts";
import { dumpTables, insertFixture, insertShared } from "./fixture-rows.ts";

let folder: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-host-"));
  await addDataFolder(join(folder, "postgres"));
  postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres") });
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  await rm(postgres.folder, { recursive: true, force: true });
});

let databases = 0;

/** A new database without a schema; how to connect to it. */
async function createDatabase() {
  databases += 1;
  const database = `database_${databases}`;
  const { db } = connect(postgres.connection, 1, silentLogger);
  await sql`create database ${sql.id(database)}`.execute(db);
  await db.destroy();
  return { ...postgres.connection, database };
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  "rate_window",
  "cache",
  "bot_callback",
  "kysely_migration",
  "kysely_migration_lock",
]);

/** The rows without what a backup leaves out. */
async function rowsOf(connection: Awaited<ReturnType<typeof createDatabase>>) {
  await using database = await openDatabase({ connection });
  const rows = await dumpTables(database.db);
  return Object.fromEntries(Object.entries(rows).filter(([table]) => !LEFT_OUT.has(table)));
}

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function backupOf(connection: Awaited<ReturnType<typeof createDatabase>>): Promise<string> {
  await using database = await openDatabase({ connection });
  let text = "";
  for await (const piece of createBackup(database.db)) text += piece;
  return text;
}

async function fill(accounts: readonly number[]) {
  const connection = await createDatabase();
  await using database = await openDatabase({ connection });
  await insertShared(database.db);
  for (const account of accounts) await insertFixture(database.db, account);
  return connection;
}

test("all rows are the same in another database, through a compressed file, and ids go on", async () => {
  const from = await fill([1000, 2000]);
  const file = join(folder, "backup.ndjson.gz");
  {
    await using database = await openDatabase({ connection: from });
    await sql`
      insert into storage_value (user_id, plugin_slug, key, json, bytes)
      select n, 'p', 'k', ${JSON.stringify('ä"\\\n👍'.repeat(1000))}, 4 from generate_series(1, 1200) n`.execute(
      database.db,
    );
    await pipeline(Readable.from(createBackup(database.db)), createGzip(), createWriteStream(file));
  }
  const to = await createDatabase();
  const text = createReadStream(file).pipe(createGunzip()).setEncoding("utf8");
  expect(await restoreBackup({ connection: to, text })).toBeGreaterThan(1200);
  expect(await rowsOf(to)).toEqual(await rowsOf(from));

  await using database = await openDatabase({ connection: to });
  const { db } = database;
  const use = { type: "ai", user_id: 1, plugin_slug: "a", details: "{}" } as const;
  const { id } = await db
    .insertInto("service_use")
    .values({ ...use, created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(id).toBe(3);
  // Foreign keys are as they were.
  const orphan = db.insertInto("adapter_state").values({ bot_id: 7, key: "k", json: "1" });
  await expect(orphan.execute()).rejects.toThrow(/foreign key/);
});

test("a file is written beside a host that runs, and restored into a new folder", async () => {
  await using database = await openDatabase({ connection: postgres.connection });
  await insertFixture(database.db, 1000);
  const config = { databaseUrl: undefined, folder };
  const file = join(folder, "file.gz");
  await writeBackup(config, file);
  const { mode } = await stat(file);
  expect(mode & 0o777).toBe(0o600);

  const empty = { databaseUrl: undefined, folder: join(folder, "new") };
  expect(await readBackup(empty, file)).toBeGreaterThan(30);
  const again = readBackup(empty, file);
  await expect(again).rejects.toMatchObject({ code: "DATABASE_NOT_EMPTY" });
  const here = readBackup(config, file);
  await expect(here).rejects.toMatchObject({ code: "POSTGRES_IN_USE" });
  const broken = join(folder, "broken.gz");
  await writeFile(broken, (await readFile(file)).subarray(0, -40));
  const other = { databaseUrl: undefined, folder: join(folder, "other") };
  await expect(readBackup(other, broken)).rejects.toMatchObject({ code: "BACKUP_INVALID" });
  await expect(readBackup(other, join(folder, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  // The host's server still runs.
  expect(await database.db.selectFrom("bot").select("id").execute()).toEqual([{ id: 1001 }]);
});

/** The URL of a database of the tests' server. */
function urlOf({ host, user, database }: EmbeddedPostgres["connection"]): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
}

test("a file is written of a server at a URL, and restored into another database", async () => {
  const from = await fill([1000]);
  const to = await createDatabase();
  const file = join(folder, "url.gz");
  await writeBackup({ databaseUrl: urlOf(from), folder }, file);
  await readBackup({ databaseUrl: urlOf(to), folder }, file);
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
});

test("a command that finds no host's database says which variables to set, and makes nothing", async () => {
  const empty = { databaseUrl: urlOf(await createDatabase()), folder };
  const wrong = { databaseUrl: undefined, folder: join(folder, "wrong") };
  for (const config of [empty, wrong]) {
    const error = { code: "DATABASE_EMPTY", message: expect.stringContaining("DATABASE_URL") };
    await expect(writeBackup(config, join(folder, "none.gz"))).rejects.toMatchObject(error);
    const keys = `k1:${randomBytes(32).toString("base64")}`;
    await expect(resealDatabase({ ...config, keys })).rejects.toMatchObject(error);
    await expect(resealDatabase({ ...wrong, keys: undefined })).rejects.toMatchObject(error);
  }
  expect(existsSync(wrong.folder)).toBe(false);
  expect(existsSync(join(folder, "none.gz"))).toBe(false);
});

test("it is of one moment, while the host goes on", async () => {
  const connection = await fill([]);
  await using database = await openDatabase({ connection });
  const ledger = createPostgresLedger(database.db);
  const pieces: string[] = [];
  let key = 0;
  const move = () => ledger.move({ userId: 1, key: `m${(key += 1)}`, credits: 1 });
  for (let n = 0; n < 200; n++) await move();
  for await (const piece of createBackup(database.db)) {
    pieces.push(piece);
    await move();
  }
  const to = await createDatabase();
  await restoreBackup({ connection: to, text: inChunks(pieces.join(""), 1000) });
  const restored = await rowsOf(to);
  const [account = "{}"] = restored["credit_account"] ?? [];
  expect(JSON.parse(account).balance).toBe(restored["credit_row"]?.length);
  expect(await ledger.balance(1)).toBe(key);
  expect(key).toBeGreaterThan(220);
});

test("a backup of an earlier schema is brought up to date", async () => {
  const connection = await createDatabase();
  const { db } = connect(connection, 2, silentLogger);
  await migrate(db, "0008-credit-functions");
  await insertFixture(db, 1000);
  let text = "";
  for await (const piece of createBackup(db)) text += piece;
  await db.destroy();
  const to = await createDatabase();
  await restoreBackup({ connection: to, text: inChunks(text, 1) });
  const { db: restored } = connect(to, 1, silentLogger);
  const rows = await dumpTables(restored);
  await restored.destroy();
  expect(rows["kysely_migration"]).toHaveLength(Object.keys(migrations).length);
  expect(JSON.parse(rows["spending"]?.[0] ?? "{}")).toMatchObject({ user_id: 1000, credits: 25 });
});

test("what is not whole, not a backup or newer is refused, and leaves nothing", async () => {
  const text = await backupOf(await fill([1000]));
  const lines = text.split("\n");
  const header = { format: "botwright-backup", version: 1, schema: "9999-later" };
  const wrong = {
    "": "BACKUP_INVALID",
    "{}": "BACKUP_INVALID",
    "PGDMP\u0001": "BACKUP_INVALID",
    [JSON.stringify(header)]: "DATABASE_NEWER",
    [lines.slice(0, -2).join("\n")]: "BACKUP_INVALID",
    [text.slice(0, text.length / 2)]: "BACKUP_INVALID",
    [lines.toSpliced(3, 1).join("\n")]: "BACKUP_INVALID",
  };
  const connection = await createDatabase();
  for (const [broken, code] of Object.entries(wrong)) {
    const restoring = restoreBackup({ connection, text: inChunks(broken, 500) });
    await expect(restoring).rejects.toMatchObject({ code });
  }
  const rows = await rowsOf(connection);
  expect(Object.values(rows).flat()).toEqual([]);
  await restoreBackup({ connection, text: inChunks(text, 500) });
  const again = restoreBackup({ connection, text: inChunks(text, 500) });
  await expect(again).rejects.toMatchObject({ code: "DATABASE_NOT_EMPTY" });
});

test.each(Object.keys(migrations))(
  "rows of the schema %s are read with the last one",
  async (name) => {
    const connection = await createDatabase();
    const { db } = connect(connection, 2, silentLogger);
    await migrate(db, name);
    await insertFixture(db, 1000);
    const before = await dumpTables(db);
    await migrate(db);
    const after = await dumpTables(db);
    await db.destroy();
    const tables = Object.keys(before).filter((table) => !table.startsWith("kysely"));
    for (const table of tables) {
      const old = (before[table] ?? []).map((row): object => JSON.parse(row));
      const now = (after[table] ?? []).map((row): object => JSON.parse(row));
      const expected = old.map((row) => expect.objectContaining(row));
      expect([table, now]).toEqual([table, expected]);
    }
  },
);
