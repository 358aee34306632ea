import { type Kysely, type RawBuilder, sql } from "kysely";
import type { KeyColumn } from "../database/find-keys.ts";
import type { Schema } from "../database/schema.ts";

/** A row of any table. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** Which rows {@link readRows} reads. */
export interface RowsToRead {
  /** The table, or a subquery in its place. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The primary key; the rows are read in its order. */
  readonly key: readonly KeyColumn[];
}

/** The most rows of one statement. */
const MAX_ROWS = 20;

/** The most bytes of one statement's rows; a larger row is read alone. */
const MAX_BYTES = 1_048_576;

interface ReadRow {
  readonly row: string;
  readonly key: string[];
  /** How many rows the statement has looked at, including those beyond `MAX_BYTES`. */
  readonly looked_at: number;
}

/**
 * Reads rows as JSON, about a mebibyte per statement, because a row can have some megabytes. Where rows are large, the
 * next statement looks at fewer of them, because PostgreSQL makes JSON of all rows that it looks at.
 */
export async function* readRows(
  db: Kysely<Schema>,
  { from, where, key }: RowsToRead,
): AsyncGenerator<string, void, undefined> {
  const columns = sql.join(key.map(({ name }) => sql.ref(name)));
  const texts = sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`));
  let after: readonly string[] | undefined;
  let most = 1;
  for (;;) {
    const last = after;
    const isLater =
      last === undefined
        ? sql`true`
        : sql`(${columns}) > (${sql.join(
            key.map(({ type }, index) => sql`${last[index]}::${sql.raw(type)}`),
          )})`;
    const { rows } = await sql<ReadRow>`
      with looked_at as materialized (
        select row_to_json(t)::text as row, array[${texts}] as key,
          row_number() over (order by ${columns}) as place
        from ${from} t where ${where} and ${isLater}
        order by ${columns} limit ${most}
      ), summed as (
        select *, count(*) over ()::int as looked_at,
          sum(octet_length(row)) over (order by place) as bytes
        from looked_at
      )
      select row, key, looked_at from summed
      where place = 1 or bytes <= ${MAX_BYTES} order by place`.execute(db);
    let characters = 0;
    for (const { row } of rows) {
      characters += row.length;
      yield row;
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    const isCut = rows.length < end.looked_at;
    if (!isCut && end.looked_at < most) return;
    after = end.key;
    if (isCut) most = rows.length;
    else if (characters < MAX_BYTES / 2) most = Math.min(2 * most, MAX_ROWS);
  }
}
