import { type Kysely, sql } from "kysely";

/** A column of a primary key. */
export interface KeyColumn {
  readonly name: string;
  /** The column's type in SQL. */
  readonly type: string;
}

/** Finds the columns of the primary key of each table, in the key's order. */
export async function findKeys<DB>(
  db: Kysely<DB>,
): Promise<ReadonlyMap<string, readonly KeyColumn[]>> {
  const { rows } = await sql<KeyColumn & { table: string }>`
    select c.relname as table, a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type
    from pg_index i
      join pg_class c on c.oid = i.indrelid
      cross join lateral unnest(i.indkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where i.indisprimary and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.position`.execute(db);
  return Map.groupBy(rows, ({ table }) => table);
}
