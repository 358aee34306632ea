import { type Kysely, sql } from "kysely";

/** A table of a backup. */
export interface BackupTable {
  readonly name: string;
  /** All columns except generated ones. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/**
 * Lists the tables of a backup with their columns. It leaves out the unlogged tables (the cache, windows of rate
 * limits, forwarded callbacks), which PostgreSQL also empties after a crash, and Kysely's record of migrations, which
 * a restore writes itself.
 */
export async function listTables<DB>(db: Kysely<DB>): Promise<BackupTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relpersistence = 'p' and not starts_with(c.relname, 'kysely_')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
  }));
}

/** A sequence, with the table and the column for which it generates values. */
export interface BackupSequence {
  readonly table: string;
  readonly column: string;
  readonly name: string;
}

/** Lists the sequences of identity columns in the tables of {@link listTables}. */
export async function listSequences<DB>(db: Kysely<DB>): Promise<BackupSequence[]> {
  const { rows } = await sql<BackupSequence>`
    select c.relname as table, a.attname as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relpersistence = 'p' and a.attidentity <> ''
    order by 1, 2`.execute(db);
  return rows;
}
