import { type Logger, silentLogger } from "@botwright/core";
import { type Kysely, sql, type Transaction } from "kysely";
import { connect, type DatabaseOptions, migrate, toConfig } from "../database/open-database.ts";
import { migrations } from "../database/migrations/index.ts";
import type { Schema } from "../database/schema.ts";
import { DatabaseError } from "../errors.ts";
import { BACKUP_FORMAT } from "./create-backup.ts";
import { invalidBackup, readObject, splitLines } from "./read-lines.ts";
import { type BackupTable, listSequences, listTables } from "./tables.ts";

/** Options of {@link restoreBackup}. */
export interface RestoreOptions {
  /** An empty database. */
  readonly connection: DatabaseOptions["connection"];
  /** The text of the backup, in pieces of any size. */
  readonly text: AsyncIterable<string>;
  readonly logger?: Logger;
}

/** The characters and the number of rows after which a batch of rows is inserted. */
const BATCH = { characters: 4 * 1024 * 1024, rows: 500 };

/**
 * Restores a backup of {@link createBackup} into an empty database. It migrates the database to the schema of the
 * backup, inserts all rows in one transaction, so that a failure leaves no rows, and then applies the later migrations.
 *
 * @returns the number of rows
 * @throws {DatabaseError} `DATABASE_NOT_EMPTY`, `DATABASE_NEWER`; `BACKUP_INVALID` when the file is no
 * backup, or its end is missing
 * @example
 * const text = createReadStream("backup.ndjson.gz").pipe(createGunzip()).setEncoding("utf8");
 * await restoreBackup({ connection: "postgres://localhost/restored", text });
 */
export async function restoreBackup(options: RestoreOptions): Promise<number> {
  const { connection, text, logger = silentLogger } = options;
  const { db } = connect(toConfig(connection), 2, logger);
  try {
    await assertEmpty(db);
    const lines = splitLines(text);
    const first = await lines.next();
    const schema = readHeader(first.done === true ? "" : first.value);
    await migrate(db, schema);
    const loading = db.transaction().execute((trx) => load(trx, lines));
    const rows = await loading.catch((error: unknown) => {
      throw isDataError(error) ? invalidBackup("a row does not fit its table", error) : error;
    });
    await migrate(db);
    return rows;
  } finally {
    await db.destroy();
  }
}

async function assertEmpty(db: Kysely<Schema>): Promise<void> {
  for (const { name } of await listTables(db)) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new DatabaseError(
      `the database has rows already, in the table ${name}: restore into an empty one`,
      { code: "DATABASE_NOT_EMPTY" },
    );
  }
}

/** The name of the last migration of the backup's schema. */
function readHeader(line: string): string {
  const { format, version, schema } = readObject(line);
  if (format !== BACKUP_FORMAT.format || typeof schema !== "string")
    throw invalidBackup("it is none");
  const isKnown = version === BACKUP_FORMAT.version && Object.hasOwn(migrations, schema);
  if (isKnown) return schema;
  throw new DatabaseError(
    "a newer version of the host has made this backup: restore it with that",
    {
      code: "DATABASE_NEWER",
    },
  );
}

/** Inserts all rows. Foreign keys are checked at the end, because some tables refer to each other. */
async function load(
  trx: Transaction<Schema>,
  lines: AsyncGenerator<string, void, undefined>,
): Promise<number> {
  const tables = new Map((await listTables(trx)).map((table) => [table.name, table]));
  // Deletes the rows that migrations have inserted, because the backup has them too.
  await sql`
    truncate ${sql.join([...tables.keys()].map((name) => sql.table(name)))}`.execute(trx);
  await setDeferrable(trx, true);
  let batch: { table: BackupTable; rows: string[]; characters: number } | undefined;
  let count = 0;

  async function flush(): Promise<void> {
    if (batch === undefined || batch.rows.length === 0) return;
    await insert(trx, batch.table, batch.rows);
    batch = { ...batch, rows: [], characters: 0 };
  }

  for await (const line of lines) {
    if (line.startsWith("[")) {
      if (batch === undefined) throw invalidBackup("it has a row without a table");
      batch.rows.push(line);
      batch.characters += line.length;
      count += 1;
      const { rows, characters } = batch;
      if (rows.length >= BATCH.rows || characters >= BATCH.characters) await flush();
      continue;
    }
    await flush();
    const { table, columns, sequence, value, end, rows } = readObject(line);
    if (typeof table === "string" && Array.isArray(columns)) {
      batch = { table: tableOf(tables, table, columns), rows: [], characters: 0 };
    } else if (sequence !== undefined) {
      await setSequence(trx, sequence, Number(value));
    } else if (end === true && rows === count) {
      await setDeferrable(trx, false);
      return count;
    } else {
      throw invalidBackup(`it has a line that cannot be read: ${line.slice(0, 80)}`);
    }
  }
  throw invalidBackup("its end is missing");
}

/** Finds a table with the columns of the backup, in the order of the backup. */
function tableOf(
  tables: ReadonlyMap<string, BackupTable>,
  name: string,
  names: readonly unknown[],
): BackupTable {
  const known = tables.get(name);
  const columns = names.map((column) => known?.columns.find((one) => one.name === column));
  if (columns.length === 0 || columns.includes(undefined)) {
    throw invalidBackup(`its table ${name} has other columns than the schema`);
  }
  return { name, columns: columns.filter((column) => column !== undefined) };
}

async function insert(
  trx: Transaction<Schema>,
  { name, columns }: BackupTable,
  rows: readonly string[],
): Promise<void> {
  const names = columns.map((column) => sql.ref(column.name));
  const values = columns.map(({ type }, index) => sql`(r ->> ${sql.lit(index)})::${sql.raw(type)}`);
  await sql`
    insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from json_array_elements(${`[${rows.join(",")}]`}::json) r`.execute(
    trx,
  );
}

/** Makes PostgreSQL check foreign keys when the transaction ends (`true`), or at each statement (`false`). */
async function setDeferrable(trx: Transaction<Schema>, isDeferrable: boolean): Promise<void> {
  if (!isDeferrable) await sql`set constraints all immediate`.execute(trx);
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx);
  for (const { table, name } of rows) {
    await sql`
      alter table ${sql.raw(table)} alter constraint ${sql.raw(name)}
      ${isDeferrable ? sql`deferrable initially deferred` : sql`not deferrable`}`.execute(trx);
  }
}

async function setSequence(
  trx: Transaction<Schema>,
  sequence: unknown,
  value: number,
): Promise<void> {
  const { table, column } = Object(sequence);
  const found = (await listSequences(trx)).find(
    (known) => known.table === table && known.column === column,
  );
  if (found === undefined || !Number.isSafeInteger(value)) {
    throw invalidBackup("it names a sequence that the schema does not have");
  }
  await sql`select setval(${found.name}::regclass, ${value})`.execute(trx);
}

/** Whether PostgreSQL refused a value: SQLSTATE classes 22 (data exception) and 23 (constraint violation). */
function isDataError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}
