import type { HostCallOutcome, Journal, JournalEntry } from "../journal.ts";

/** Options of {@link createMemoryJournal}. */
export interface MemoryJournalOptions {
  /** Calls that are kept; the oldest is forgotten first. @default 1000 */
  calls?: number;
}

/**
 * A journal in memory.
 *
 * @example
 * const journal = createMemoryJournal();
 * const dispatcher = createDispatcher({ plugins, bot, journal });
 */
export function createMemoryJournal(options: MemoryJournalOptions = {}): Journal {
  const { calls: longest = 1000 } = options;
  const calls = new Map<string, JournalEntry[]>();

  function find(callId: string, sequence: number): { entries: JournalEntry[]; index: number } {
    const entries = calls.get(callId) ?? [];
    return { entries, index: entries.findIndex((entry) => entry.sequence === sequence) };
  }

  return {
    async begin(entry) {
      const entries = calls.get(entry.callId);
      if (entries === undefined) {
        calls.set(entry.callId, [entry]);
        const [oldest] = calls.keys();
        if (calls.size > longest && oldest !== undefined) calls.delete(oldest);
        return;
      }
      const { index } = find(entry.callId, entry.sequence);
      if (index === -1) entries.push(entry);
      else entries[index] = entry;
    },
    async settle(callId, sequence, outcome: HostCallOutcome) {
      const { entries, index } = find(callId, sequence);
      const entry = entries[index];
      if (entry !== undefined) entries[index] = { ...entry, outcome };
    },
    async read(callId) {
      return (calls.get(callId) ?? []).toSorted((a, b) => a.sequence - b.sequence);
    },
  };
}
