import { type Kysely, sql, type Transaction } from "kysely";
import { migrations } from "../database/migrations/index.ts";
import type { Schema } from "../database/schema.ts";
import { listSequences, listTables } from "./tables.ts";

/** The rows to read at a time, few because a medium can have 20 MiB and a stored value 1 MiB. */
const BATCH = 50;
const BATCH_OF: Readonly<Record<string, number>> = { journal_media: 1 };

/** The format of a backup; `restoreBackup` reads it. */
export const BACKUP_FORMAT = { format: "botwright-backup", version: 1 } as const;

/**
 * Reads one snapshot of the whole database, while hosts may use it. Yields pieces of a text of JSON lines, which
 * `restoreBackup` reads. Only a few rows are in memory at a time. Secrets are sealed in the backup as they are in the
 * database: keep their keys in another place.
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
    // Nothing to commit: the transaction has only read.
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
      // One piece for all rows of the batch, because a compressing stream starts a task for each piece.
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

/** Reads the rows in batches, each row as a JSON array of PostgreSQL's text representations, which are exact. */
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
