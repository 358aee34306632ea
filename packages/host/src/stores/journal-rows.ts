import { type Kysely, sql } from "kysely";
import { STATEMENT_CHARACTERS } from "../database/batches.ts";
import type { Schema } from "../database/schema.ts";
import { hasLease, leaseLost } from "../node-lease.ts";

/** An entry as it is stored. */
export interface JournalRow {
  readonly call_id: string;
  readonly sequence: number;
  readonly sealed: string;
}

/** Characters that are sealed in these rows. */
export function charactersOf(rows: readonly JournalRow[]): number {
  return rows.reduce((sum, { sealed }) => sum + sealed.length, 0);
}

/**
 * Puts items together for one statement each, in order, as soon as there are enough: what comes later has not
 * been made yet. An item that is larger than a statement is alone.
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

/**
 * Writes rows, in one statement.
 *
 * @param node writes nothing unless it has its lease: what a run has there may be another node's by now
 * @throws {InfrastructureError} the node has lost its lease
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

/** A large row is alone in its statement, and a text costs the driver less than a list with this text in it. */
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
