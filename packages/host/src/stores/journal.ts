import {
  createKeyedQueue,
  createPace,
  decodeJournalEntry,
  digestInPieces,
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
import {
  charactersOf,
  inParts,
  insertRows,
  type JournalRow,
  readRows,
  STATEMENT_CHARACTERS,
} from "./journal-rows.ts";

/** Options of {@link createPostgresJournal}. */
export interface PostgresJournalOptions {
  readonly db: Kysely<Schema>;
  /** Seals the entries: they hold what people wrote, and credentials that plugins were given. */
  readonly secrets: Secrets;
}

/**
 * The journal as rows. Writes of one run follow one another, so that a slow one cannot overwrite what came after
 * it. Runs that read or write at once share a statement.
 *
 * A write is one statement, or several if it is large. What is there when the process dies between two of them
 * is a beginning of the run, because rows are written in the order of its calls: the run goes on from it.
 */
export function createPostgresJournal({ db, secrets }: PostgresJournalOptions): Journal {
  const queue = createKeyedQueue();
  const bounds = {
    bytesOf: charactersOf,
    mostBytes: STATEMENT_CHARACTERS,
  };
  const write = createBatches(async (writes: readonly (readonly JournalRow[])[]) => {
    await insertRows(db, writes.flat());
    return writes.map(() => true);
  }, bounds);
  const read = createBatches((callIds: readonly string[]) => readRows(db, callIds));

  async function writeNow(entries: readonly JournalEntry[]): Promise<void> {
    const media = new Map<string, Medium>();
    const rows: JournalRow[] = [];
    const pace = createPace();
    for (const entry of entries.toSorted((a, b) => a.sequence - b.sequence)) {
      rows.push(await toRow(entry, media, pace));
    }
    if (media.size === 0) for (const part of inParts(rows)) await write(part);
    else await writeWithMedia(rows, [...media.values()]);
  }

  function writeWithMedia(rows: readonly JournalRow[], media: readonly Medium[]): Promise<void> {
    return db.transaction().execute(async (transaction) => {
      // In one order, so that no two transactions wait for each other.
      for (const { sha256, bytes, callIds } of media.toSorted((a, b) =>
        a.sha256 < b.sha256 ? -1 : 1,
      )) {
        await transaction
          .insertInto("journal_media")
          .values({ sha256, bytes: Buffer.from(bytes) })
          .onConflict((conflict) =>
            // It locks the row against a retention that is about to delete it.
            conflict.column("sha256").doUpdateSet({ used_at: sql`clock_timestamp()` }),
          )
          .execute();
        await transaction
          .insertInto("journal_media_use")
          .values([...callIds].map((call_id) => ({ call_id, sha256 })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      for (const part of inParts(rows)) await insertRows(transaction, part);
    });
  }

  async function toRow(
    entry: JournalEntry,
    media: Map<string, Medium>,
    pace: (bytes: number) => Promise<void>,
  ): Promise<JournalRow> {
    const call_id = escapeText(entry.callId);
    const { sequence } = entry;
    const named: { readonly reference: MediaReference; readonly bytes: Uint8Array }[] = [];
    const encoded = encodeJournalEntry(entry, (bytes, type) => {
      const reference = { sha256: "", length: bytes.length, type };
      named.push({ reference, bytes });
      return reference;
    });
    for (const { reference, bytes } of named) {
      const sha256 = await digestInPieces("sha256", bytes);
      reference.sha256 = sha256;
      const { callIds = new Set<string>() } = media.get(sha256) ?? {};
      media.set(sha256, { sha256, bytes, callIds: callIds.add(call_id) });
    }
    const json = JSON.stringify(encoded);
    await pace(json.length);
    const sealed = await secrets.seal(json, journalContext(call_id, sequence));
    await pace(sealed.length);
    return { call_id, sequence, sealed };
  }

  return {
    async write(entries) {
      const [first] = entries;
      if (first !== undefined) await queue.run(first.callId, () => writeNow(entries));
    },
    async read(callId) {
      const call_id = escapeText(callId);
      const rows = await read(call_id);
      const pace = createPace();
      const stored: { readonly value: unknown; readonly characters: number }[] = [];
      for (const { sealed, sequence } of rows) {
        const json = await secrets.open(sealed, journalContext(call_id, sequence));
        stored.push({ value: JSON.parse(json), characters: json.length });
        await pace(sealed.length);
      }
      const media = await readMedia(db, stored);
      const entries: JournalEntry[] = [];
      for (const { value, characters } of stored) {
        entries.push(decodeJournalEntry(value, bytesFrom(media)));
        await pace(characters);
      }
      return entries;
    },
  };
}

/** What stands for bytes in an entry. */
interface MediaReference {
  sha256: string;
  readonly length: number;
  readonly type: string;
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

/** The bytes that entries name. */
async function readMedia(
  db: Kysely<Schema>,
  stored: readonly { readonly value: unknown; readonly characters: number }[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const named = new Set<string>();
  const pace = createPace();
  for (const { value, characters } of stored) {
    decodeJournalEntry(value, (reference) => {
      named.add(shaOf(reference));
      return new Uint8Array();
    });
    await pace(characters);
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
