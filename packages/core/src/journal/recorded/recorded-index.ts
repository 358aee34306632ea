import type { JournalEntry } from "../../ports/journal.ts";

/** Recorded entries of a run, by what the run looks for. */
export interface RecordedIndex {
  /** Sequence numbers of calls that the run must ask for again as they were. */
  readonly strict: ReadonlySet<number>;
  readonly bySequence: Map<number, JournalEntry>;
  /** The position of each recorded outcome among all outcomes, by sequence number. */
  readonly places: ReadonlyMap<number, number>;
}

/** Indexes the recorded entries of a run; those of nearly every run are none. */
export function indexRecorded(
  recorded: readonly JournalEntry[],
  strict: readonly JournalEntry[],
): RecordedIndex {
  return recorded.length === 0 ? NOTHING_RECORDED : index(recorded, strict);
}

function index(recorded: readonly JournalEntry[], strict: readonly JournalEntry[]): RecordedIndex {
  const ended = recorded.filter(({ outcome }) => outcome !== undefined);
  ended.sort((a, b) => (a.outcome?.order ?? 0) - (b.outcome?.order ?? 0));
  return {
    strict: new Set(strict.map(({ sequence }) => sequence)),
    bySequence: new Map(recorded.map((entry) => [entry.sequence, entry])),
    places: new Map(ended.map(({ sequence }, place) => [sequence, place])),
  };
}

/** Shared by the runs that have none: they remove entries that they have, and add none. */
const NOTHING_RECORDED: RecordedIndex = index([], []);
