import { createHash } from "node:crypto";
import {
  createKeyedQueue,
  decodeJournalEntry,
  encodeJournalEntry,
  InfrastructureError,
  type Journal,
  type JournalEntry,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { createBatches } from "../database/batches.ts";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** Options of {@link createPostgresJournal}. */
export interface PostgresJournalOptions {
  readonly db: Kysely<Schema>;
  /** Seals the entries: they hold what people wrote, and credentials that plugins were given. */
  readonly secrets: Secrets;
}

/** An entry as it is stored. */
interface Row {
  readonly call_id: string;
  readonly sequence: number;
  readonly sealed: string;
}

/**
 * The journal as rows: a write is one transaction. Writes of one run follow one another, so that a slow one
 * cannot overwrite what came after it. Runs that read or write at once share a statement.
 */
export function createPostgresJournal({ db, secrets }: PostgresJournalOptions): Journal {
  const queue = createKeyedQueue();
  const write = createBatches(async (writes: readonly (readonly Row[])[]) => {
    await insert(db, writes.flat());
    return writes.map(() => true);
  });
  const read = createBatches((callIds: readonly string[]) => readAll(db, callIds));

  async function writeNow(entries: readonly JournalEntry[]): Promise<void> {
    const media = new Map<string, Medium>();
    const rows = await Promise.all(entries.map((entry) => toRow(entry, media)));
    if (media.size === 0) {
      await write(rows);
      return;
    }
    await db.transaction().execute(async (transaction) => {
      // In one order, so that no two transactions wait for each other.
      const named = [...media.values()].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
      const values = named.map(({ sha256, bytes }) => ({ sha256, bytes: Buffer.from(bytes) }));
      const uses = named.flatMap(({ sha256, callIds }) =>
        [...callIds].map((call_id) => ({ call_id, sha256 })),
      );
      await transaction
        .insertInto("journal_media")
        .values(values)
        .onConflict((conflict) =>
          // It locks the row against a retention that is about to delete it.
          conflict.column("sha256").doUpdateSet({ used_at: sql`clock_timestamp()` }),
        )
        .execute();
      await transaction
        .insertInto("journal_media_use")
        .values(uses)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await insert(transaction, rows);
    });
  }

  async function toRow(entry: JournalEntry, media: Map<string, Medium>) {
    const call_id = escapeText(entry.callId);
    const json = JSON.stringify(
      encodeJournalEntry(entry, (bytes, type) => {
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        const { callIds = new Set<string>() } = media.get(sha256) ?? {};
        media.set(sha256, { sha256, bytes, callIds: callIds.add(call_id) });
        return { sha256, length: bytes.length, type };
      }),
    );
    const { sequence } = entry;
    return {
      call_id,
      sequence,
      sealed: await secrets.seal(json, journalContext(call_id, sequence)),
    };
  }

  return {
    async write(entries) {
      const [first] = entries;
      if (first !== undefined) await queue.run(first.callId, () => writeNow(entries));
    },
    async read(callId) {
      const call_id = escapeText(callId);
      const rows = await read(call_id);
      const opening = rows.map(({ sealed, sequence }) =>
        secrets.open(sealed, journalContext(call_id, sequence)),
      );
      const values = (await Promise.all(opening)).map((json): unknown => JSON.parse(json));
      const media = await readMedia(db, values);
      return values.map((value) => decodeJournalEntry(value, bytesFrom(media)));
    },
  };
}

/** Bytes, and the runs whose entries name them. */
interface Medium {
  readonly sha256: string;
  readonly bytes: Uint8Array;
  readonly callIds: Set<string>;
}

/** The context with which an entry is sealed; the id as it is in its row. */
export function journalContext(callId: string, sequence: number): string {
  return `journal/${callId}/${sequence}`;
}

/**
 * The entries of calls, of each in their order. A subquery with an offset is not merged into the join, so that
 * each call is looked up by its id, whatever the planner takes the table's size for.
 */
async function readAll(db: Kysely<Schema>, callIds: readonly string[]): Promise<Row[][]> {
  const { rows } = await sql<Row>`
    /* prepared: journal_read */
    select e.* from unnest(${[...new Set(callIds)]}::text[]) as r (call_id) cross join lateral (
      select call_id, sequence, sealed from journal_entry j where j.call_id = r.call_id offset 0
    ) e order by sequence`.execute(db);
  const byCall = Map.groupBy(rows, ({ call_id: callId }) => callId);
  return callIds.map((callId) => byCall.get(callId) ?? []);
}

async function insert(db: Kysely<Schema>, rows: readonly Row[]): Promise<void> {
  await sql`
    /* prepared: journal_write */
    insert into journal_entry (call_id, sequence, sealed)
    select * from unnest(
      ${rows.map(({ call_id: callId }) => callId)}::text[],
      ${rows.map(({ sequence }) => sequence)}::int[],
      ${rows.map(({ sealed }) => sealed)}::text[])
    on conflict (call_id, sequence) do update set sealed = excluded.sealed`.execute(db);
}

/** The bytes that entries name. */
async function readMedia(
  db: Kysely<Schema>,
  values: readonly unknown[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const named = new Set<string>();
  for (const value of values) {
    decodeJournalEntry(value, (reference) => {
      named.add(shaOf(reference));
      return new Uint8Array();
    });
  }
  if (named.size === 0) return new Map();
  const rows = await db
    .selectFrom("journal_media")
    .select(["sha256", "bytes"])
    .where("sha256", "in", [...named])
    .execute();
  return new Map(rows.map(({ sha256, bytes }) => [sha256, new Uint8Array(bytes)]));
}

function bytesFrom(media: ReadonlyMap<string, Uint8Array>): (reference: unknown) => Uint8Array {
  return (reference) => {
    const bytes = media.get(shaOf(reference));
    if (bytes === undefined) throw new InfrastructureError("the journal lacks bytes that it names");
    return bytes;
  };
}

function shaOf(reference: unknown): string {
  const isReference = typeof reference === "object" && reference !== null && "sha256" in reference;
  return isReference ? String(reference.sha256) : "";
}
