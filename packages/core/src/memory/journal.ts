import type { HostCallOutcome, Journal, JournalEntry } from "../ports/journal.ts";
import { assertCount } from "./require-count.ts";
import { sizeOf } from "./size-of.ts";

/** Options of {@link createMemoryJournal}. */
export interface MemoryJournalOptions {
  /** Calls that are kept; the oldest is forgotten first. @default 1000 */
  calls?: number;
  /**
   * Bytes that all calls may hold together, as texts, JSON and media; the oldest call is forgotten
   * first. A call that alone holds more is forgotten too: part of a record would replay as a whole
   * one. @default 67_108_864
   */
  bytes?: number;
}

interface KeptEntry {
  entry: JournalEntry;
  bytes: number;
}

/** By sequence. */
type KeptCall = Map<number, KeptEntry>;

const MIB = 2 ** 20;

/**
 * A journal in memory. A call that was forgotten stays so: what it does afterwards is not recorded,
 * and reading it gives nothing.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a bound is no whole number above 0
 * @example
 * const journal = createMemoryJournal();
 * const dispatcher = createDispatcher({ plugins, bot, journal });
 */
export function createMemoryJournal(options: MemoryJournalOptions = {}): Journal {
  const { calls: mostCalls = 1000, bytes: mostBytes = 64 * MIB } = options;
  assertCount("calls", mostCalls);
  assertCount("bytes", mostBytes);
  /** By id, the oldest first. */
  const calls = new Map<string, KeptCall>();
  let bytes = 0;

  function keep(call: KeptCall, kept: KeptEntry): void {
    const { sequence } = kept.entry;
    bytes += kept.bytes - (call.get(sequence)?.bytes ?? 0);
    call.set(sequence, kept);
    forgetOldest();
  }

  function forget(callId: string): void {
    for (const kept of calls.get(callId)?.values() ?? []) bytes -= kept.bytes;
    calls.delete(callId);
  }

  function forgetOldest(): void {
    for (const callId of calls.keys()) {
      if (calls.size <= mostCalls && bytes <= mostBytes) return;
      forget(callId);
    }
  }

  return {
    async begin(entry) {
      const known = calls.get(entry.callId);
      // The beginning of this call is forgotten.
      if (known === undefined && entry.sequence > 0) return;
      const call = known ?? new Map<number, KeptEntry>();
      calls.set(entry.callId, call);
      keep(call, { entry, bytes: sizeOf(entry) });
    },
    async settle(callId, sequence, outcome: HostCallOutcome) {
      const call = calls.get(callId);
      const kept = call?.get(sequence);
      if (call === undefined || kept === undefined) return;
      const { outcome: _before, ...entry } = kept.entry;
      keep(call, { entry: { ...entry, outcome }, bytes: kept.bytes + sizeOf(outcome) });
    },
    async read(callId) {
      const kept = [...(calls.get(callId)?.values() ?? [])];
      return kept.map(({ entry }) => entry).toSorted((a, b) => a.sequence - b.sequence);
    },
  };
}
