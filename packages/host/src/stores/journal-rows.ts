import { type Kysely, sql } from "kysely";
import { STATEMENT_CHARACTERS } from "../database/batches.ts";
import type { Schema } from "../database/schema.ts";
import { hasLease, leaseLost } from "../node-lease.ts";

/** A journal entry as it is stored. */
export interface JournalRow {
  readonly call_id: string;
  readonly sequence: number;
  readonly sealed: string;
}

/** The sum of the sealed characters of rows. */
export function charactersOf(rows: readonly JournalRow[]): number {
  return rows.reduce((sum, { sealed }) => sum + sealed.length, 0);
}

/**
 * Groups items, in order, into parts for one statement each. Yields a part as soon as it is full, before the next item
 * is made, so that only one part is in memory. An item that is larger than a statement is a part of its own.
 */
export async function* inParts<Item extends { readonly characters: number }>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Item[], void, undefined> {
  let part: Item[] = [];
  let characters = 0;
  for await (const item of items) {
    if (part.length > 0 && characters + item.characters > STATEMENT_CHARACTERS) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(item);
    characters += item.characters;
  }
  if (part.length > 0) yield part;
}

/**
 * Reads the entries of calls, those of each call in their order. `offset 0` keeps PostgreSQL from merging the subquery
 * into the join, so that it looks each call up by its id, whatever the planner estimates as the table's size.
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

/**
 * Writes rows in one statement.
 *
 * @param node a node without its lease writes nothing, because another node may run the message by now
 * @throws {InfrastructureError} if the node has lost its lease
 */
export async function insertRows(
  db: Kysely<Schema>,
  rows: readonly JournalRow[],
  node?: string,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const isWritten = rows.length === 1 ? insertOne(db, first, node) : insertAll(db, rows, node);
  if (!(await isWritten)) throw leaseLost();
}

async function insertAll(
  db: Kysely<Schema>,
  rows: readonly JournalRow[],
  node: string | undefined,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    /* prepared: journal_write */
    insert into journal_entry (call_id, sequence, sealed)
    select * from unnest(
      ${rows.map(({ call_id: callId }) => callId)}::text[],
      ${rows.map(({ sequence }) => sequence)}::int[],
      ${rows.map(({ sealed }) => sealed)}::text[])
    where ${hasLease(node)}
    on conflict (call_id, sequence) do update set sealed = excluded.sealed`.execute(db);
  return numAffectedRows > 0n;
}

/** Writes one row. Large rows come alone, and for the driver a text costs less than an array with this text. */
async function insertOne(
  db: Kysely<Schema>,
  { call_id, sequence, sealed }: JournalRow,
  node: string | undefined,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    /* prepared: journal_write_one */
    insert into journal_entry (call_id, sequence, sealed)
    select ${call_id}::text, ${sequence}::int, ${sealed}::text where ${hasLease(node)}
    on conflict (call_id, sequence) do update set sealed = excluded.sealed`.execute(db);
  return numAffectedRows > 0n;
}
