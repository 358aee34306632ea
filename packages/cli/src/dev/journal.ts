import { createMemoryJournal, type Journal, type JournalEntry } from "@botwright/core";

/** A journal in memory that tells of each call when it is answered, and how long that took. */
export function createObservedJournal(
  onSettled: (entry: JournalEntry, ms: number) => void,
): Journal {
  const journal = createMemoryJournal();
  const begun = new Map<string, number>();
  return {
    read: (callId) => journal.read(callId),
    async begin(entry) {
      begun.set(`${entry.callId}#${entry.sequence}`, performance.now());
      await journal.begin(entry);
    },
    async settle(callId, sequence, outcome) {
      await journal.settle(callId, sequence, outcome);
      const key = `${callId}#${sequence}`;
      const ms = performance.now() - (begun.get(key) ?? performance.now());
      begun.delete(key);
      const entries = await journal.read(callId);
      const entry = entries.find((one) => one.sequence === sequence);
      if (entry !== undefined) onSettled(entry, ms);
    },
  };
}
