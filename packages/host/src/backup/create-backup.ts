import { type Kysely, sql, type Transaction } from "kysely";
import { migrations } from "../database/migrations/index.ts";
import type { Schema } from "../database/schema.ts";
import { listSequences, listTables } from "./tables.ts";

/** Rows to read at a time; a medium can be 20 MiB, a value of storage 1 MiB. */
const BATCH = 50;
const BATCH_OF: Readonly<Record<string, number>> = { journal_media: 1 };

/** The format of a backup; `restoreBackup` reads it. */
export const BACKUP_FORMAT = { format: "botwright-backup", version: 1 } as const;

/**
 * Reads the whole database as it is at one moment, while the host goes on: pieces of a text of JSON lines,
 * which `restoreBackup` reads. Memory holds a few rows at a time. Secrets are sealed in it as they are in the
 * database: keep their keys elsewhere.
 *
 * @example
 * const file = createWriteStream("backup.ndjson.gz");
 * await pipeline(Readable.from(createBackup(database.db)), createGzip(), file);
 */
export async function* createBackup(db: Kysely<Schema>): AsyncGenerator<string, void, undefined> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    yield* readAll(trx);
  } finally {
    // It has changed nothing.
    await trx.rollback().execute();
  }
}

async function* readAll(trx: Transaction<Schema>): AsyncGenerator<string, void, undefined> {
  await sql`set local timezone = 'UTC'`.execute(trx);
  await sql`set local datestyle = 'ISO'`.execute(trx);
  const { rows: applied } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(trx);
  const schema = applied[0]?.name ?? Object.keys(migrations).at(-1);
  yield line({ ...BACKUP_FORMAT, schema, created_at: new Date() });
  let count = 0;
  for (const { name, columns } of await listTables(trx)) {
    yield line({ table: name, columns: columns.map((column) => column.name) });
    for await (const rows of readRows(trx, name, columns)) {
      // In one piece: a compressing stream takes each as a task of its own.
      yield `${rows.join("\n")}\n`;
      count += rows.length;
    }
  }
  for (const { table, column, name } of await listSequences(trx)) {
    const { rows } = await sql<{ value: number }>`
      select last_value as value from ${sql.raw(name)} where is_called`.execute(trx);
    if (rows[0] !== undefined) yield line({ sequence: { table, column }, value: rows[0].value });
  }
  yield line({ end: true, rows: count });
}

/** The rows, some at a time, as lists of PostgreSQL's own texts, which lose nothing. */
async function* readRows(
  trx: Transaction<Schema>,
  table: string,
  columns: readonly { readonly name: string }[],
): AsyncGenerator<string[], void, undefined> {
  const texts = columns.map(({ name }) => sql`${sql.ref(name)}::text`);
  await sql`
    declare backup no scroll cursor for
    select json_build_array(${sql.join(texts)})::text as row from ${sql.table(table)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.lit(BATCH_OF[table] ?? BATCH)} from backup`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close backup`.execute(trx);
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
