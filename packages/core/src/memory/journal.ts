import type { Journal, JournalEntry } from "../ports/journal.ts";
import { assertCount } from "../rules/validation/assert-count.ts";
import { sizeOf } from "../rules/size-of.ts";

/** Options of {@link createMemoryJournal}. */
export interface MemoryJournalOptions {
  /** Calls to keep; the oldest is forgotten first. @default 1000 */
  calls?: number;
  /**
   * Bytes for all calls, as texts, JSON and media; the oldest call is forgotten first. A single call that
   * exceeds this bound is forgotten too, because an incomplete record would replay as a complete one.
   * @default 67_108_864
   */
  bytes?: number;
}

interface KeptEntry {
  entry: JournalEntry;
  bytes: number;
}

/** Entries by sequence number. */
type KeptCall = Map<number, KeptEntry>;

const MIB = 2 ** 20;

/**
 * Creates a journal in memory. A forgotten call stays forgotten: its later entries are ignored, and reading it
 * returns nothing.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a bound is not a positive integer
 * @example
 * const journal = createMemoryJournal();
 * const dispatcher = createDispatcher({ plugins, bot, journal });
 */
export function createMemoryJournal(options: MemoryJournalOptions = {}): Journal {
  const { calls: maxCalls = 1000, bytes: maxBytes = 64 * MIB } = options;
  assertCount("calls", maxCalls);
  assertCount("bytes", maxBytes);
  /** Records by call id, the oldest first. */
  const calls = new Map<string, KeptCall>();
  /** Forgotten calls that may still write: without its beginning, a record would replay as a different run. */
  const forgotten = new Set<string>();
  let bytes = 0;

  function forget(callId: string): void {
    forgotten.add(callId);
    for (const oldest of forgotten) {
      if (forgotten.size <= maxCalls) break;
      forgotten.delete(oldest);
    }
    for (const kept of calls.get(callId)?.values() ?? []) bytes -= kept.bytes;
    calls.delete(callId);
  }

  function forgetOldest(): void {
    for (const callId of calls.keys()) {
      if (calls.size <= maxCalls && bytes <= maxBytes) return;
      forget(callId);
    }
  }

  return {
    async write(entries) {
      for (const entry of entries) {
        const { callId, sequence } = entry;
        if (forgotten.has(callId)) continue;
        const call = calls.get(callId) ?? new Map<number, KeptEntry>();
        calls.set(callId, call);
        const kept = { entry, bytes: sizeOf(entry, maxBytes) };
        bytes += kept.bytes - (call.get(sequence)?.bytes ?? 0);
        call.set(sequence, kept);
        forgetOldest();
      }
    },
    async read(callId) {
      const kept = [...(calls.get(callId)?.values() ?? [])];
      return kept.map(({ entry }) => entry).toSorted((a, b) => a.sequence - b.sequence);
    },
  };
}
