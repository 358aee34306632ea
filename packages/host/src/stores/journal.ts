import {
  createKeyedQueue,
  createPace,
  decodeJournalEntry,
  digestInChunks,
  type Journal,
  type JournalEntry,
  writeJournalEntry,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import type { Kysely } from "kysely";
import { createBatches, STATEMENT_CHARACTERS } from "../database/batches.ts";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";
import type { NodeLease } from "../node-lease.ts";
import { bytesFrom, readMedia, type UsedMedium, writeMedia } from "./journal-media.ts";
import { charactersOf, inParts, insertRows, type JournalRow, readRows } from "./journal-rows.ts";

/** Options of {@link createPostgresJournal}. */
export interface PostgresJournalOptions {
  readonly db: Kysely<Schema>;
  /** Seals the entries: they hold what people wrote, and credentials that plugins were given. */
  readonly secrets: Secrets;
  /** Writes are refused when it has ended by the clock of the database. @default all are made */
  readonly lease?: Pick<NodeLease, "id">;
}

/**
 * The journal as rows. Writes of one run follow one another, so that a slow one cannot overwrite what came after
 * it. Runs that read or write at once share a statement.
 *
 * A write is one statement, or several if it is large. What is there when the process dies between two of them
 * is a beginning of the run, because rows are written in the order of its calls: the run goes on from it.
 */
export function createPostgresJournal(options: PostgresJournalOptions): Journal {
  const { db, secrets, lease } = options;
  const queue = createKeyedQueue();
  const bounds = {
    bytesOf: charactersOf,
    maxBytes: STATEMENT_CHARACTERS,
  };
  const write = createBatches(async (writes: readonly (readonly JournalRow[])[]) => {
    await insertRows(db, writes.flat(), lease?.id);
    return writes.map(() => true);
  }, bounds);
  const read = createBatches((callIds: readonly string[]) => readRows(db, callIds));

  /** Seals and writes part by part, so that a large write holds one part of it in memory. */
  async function writeNow(entries: readonly JournalEntry[]): Promise<void> {
    for await (const part of inParts(sealInOrder(entries))) {
      const rows = part.map(({ row }) => row);
      const media = part.flatMap(({ media: own }) => own);
      if (media.length === 0) await write(rows);
      else {
        await db.transaction().execute(async (transaction) => {
          await writeMedia(transaction, media);
          await insertRows(transaction, rows, lease?.id);
        });
      }
    }
  }

  async function* sealInOrder(
    entries: readonly JournalEntry[],
  ): AsyncGenerator<SealedEntry, void, undefined> {
    const pace = createPace();
    for (const entry of inWrittenOrder(entries)) yield seal(entry, pace);
  }

  async function seal(
    entry: JournalEntry,
    pace: (bytes: number) => Promise<void>,
  ): Promise<SealedEntry> {
    const call_id = escapeText(entry.callId);
    const { sequence } = entry;
    const media: UsedMedium[] = [];
    let mediaBytes = 0;
    const json = await writeJournalEntry(entry, {
      pace,
      async put(bytes, type) {
        const sha256 = await digestInChunks("sha256", bytes);
        media.push({ call_id, sha256, bytes });
        mediaBytes += bytes.length;
        return { sha256, length: bytes.length, type };
      },
    });
    await pace(json.length);
    const sealed = await secrets.seal(json, journalContext(call_id, sequence));
    await pace(sealed.length);
    const row = { call_id, sequence, sealed };
    return { row, media, characters: mediaBytes + sealed.length };
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

/** An entry with what is written of it. */
interface SealedEntry {
  readonly row: JournalRow;
  /** The bytes that it names. */
  readonly media: readonly UsedMedium[];
  /** Of both together. */
  readonly characters: number;
}

/**
 * First what is written with a run under another id: the medium of its message, without which the run could not
 * go on. Then the calls of the run in their order.
 */
function inWrittenOrder(entries: readonly JournalEntry[]): JournalEntry[] {
  const own = entries[0]?.callId;
  return entries.toSorted(
    (a, b) => Number(a.callId === own) - Number(b.callId === own) || a.sequence - b.sequence,
  );
}

/** The context with which an entry is sealed; the id as it is in its row. */
export function journalContext(callId: string, sequence: number): string {
  return `journal/${callId}/${sequence}`;
}
