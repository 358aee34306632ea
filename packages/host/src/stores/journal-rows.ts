import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** An entry as it is stored. */
export interface JournalRow {
  readonly call_id: string;
  readonly sequence: number;
  readonly sealed: string;
}

/** Characters of one statement of several rows: the driver and the server take some 5 ms for each mebibyte. */
export const STATEMENT_CHARACTERS = 2_097_152;

/** Characters that are sealed in these rows. */
export function charactersOf(rows: readonly JournalRow[]): number {
  return rows.reduce((sum, { sealed }) => sum + sealed.length, 0);
}

/** The rows of each statement, in order. */
export function inParts(rows: readonly JournalRow[]): JournalRow[][] {
  const parts: JournalRow[][] = [];
  let characters = Infinity;
  for (const row of rows) {
    characters += row.sealed.length;
    const part = characters > STATEMENT_CHARACTERS ? undefined : parts.at(-1);
    if (part === undefined) {
      parts.push([row]);
      characters = row.sealed.length;
    } else part.push(row);
  }
  return parts;
}

/**
 * The entries of calls, of each in their order. A subquery with an offset is not merged into the join, so that
 * each call is looked up by its id, whatever the planner takes the table's size for.
 */
export async function readRows(
  db: Kysely<Schema>,
  callIds: readonly string[],
): Promise<JournalRow[][]> {
  const { rows } = await sql<JournalRow>`
    /* prepared: journal_read */
    select e.* from unnest(${[...new Set(callIds)]}::text[]) as r (call_id) cross join lateral (
      select call_id, sequence, sealed from journal_entry j where j.call_id = r.call_id offset 0
    ) e order by sequence`.execute(db);
  const byCall = Map.groupBy(rows, ({ call_id: callId }) => callId);
  return callIds.map((callId) => byCall.get(callId) ?? []);
}

/** Writes rows, in one statement. */
export async function insertRows(db: Kysely<Schema>, rows: readonly JournalRow[]): Promise<void> {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return insertOne(db, first);
  await sql`
    /* prepared: journal_write */
    insert into journal_entry (call_id, sequence, sealed)
    select * from unnest(
      ${rows.map(({ call_id: callId }) => callId)}::text[],
      ${rows.map(({ sequence }) => sequence)}::int[],
      ${rows.map(({ sealed }) => sealed)}::text[])
    on conflict (call_id, sequence) do update set sealed = excluded.sealed`.execute(db);
}

/** A large row is alone in its statement, and a text costs the driver less than a list with this text in it. */
async function insertOne(
  db: Kysely<Schema>,
  { call_id, sequence, sealed }: JournalRow,
): Promise<void> {
  await sql`
    /* prepared: journal_write_one */
    insert into journal_entry (call_id, sequence, sealed) values (${call_id}, ${sequence}, ${sealed})
    on conflict (call_id, sequence) do update set sealed = excluded.sealed`.execute(db);
}
