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
  /** Seals the entries, because they contain what people wrote and credentials that plugins were given. */
  readonly secrets: Secrets;
  /** The lease without which the database refuses writes, by its own clock. @default it accepts all writes */
  readonly lease?: Pick<NodeLease, "id">;
}

/**
 * Stores the journal as rows. Writes of one run run one after the other, so that a slow write cannot overwrite a later
 * one. Reads of several runs at once share a statement, and so do writes.
 *
 * A write is one statement, or several if it is large. Rows are written in the order of the run's calls. So if the
 * process dies between two statements, the rows are a valid beginning of the run, which resumes from there.
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

  /** Seals and writes part by part, so that only one part of a large write is in memory. */
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

/** The row of an entry, and the media to be written with it. */
interface SealedEntry {
  readonly row: JournalRow;
  /** The media that the entry names. */
  readonly media: readonly UsedMedium[];
  /** The size of row and media together. */
  readonly characters: number;
}

/**
 * Sorts entries for writing. Entries under another call id come first: they contain the message's medium, without which
 * the run could not resume. Then follow the calls of the run in their order.
 */
function inWrittenOrder(entries: readonly JournalEntry[]): JournalEntry[] {
  const own = entries[0]?.callId;
  return entries.toSorted(
    (a, b) => Number(a.callId === own) - Number(b.callId === own) || a.sequence - b.sequence,
  );
}

/** The context with which an entry is sealed; `callId` is the escaped id of the row. */
export function journalContext(callId: string, sequence: number): string {
  return `journal/${callId}/${sequence}`;
}
