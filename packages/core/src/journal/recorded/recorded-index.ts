import type { JournalEntry } from "../../ports/journal.ts";

/** The recorded entries of a run, indexed for its lookups. */
export interface RecordedIndex {
  /** Sequence numbers of the calls that the run must make again with the same arguments. */
  readonly strict: ReadonlySet<number>;
  readonly bySequence: Map<number, JournalEntry>;
  /** The position of each recorded outcome among all outcomes, by sequence number. */
  readonly places: ReadonlyMap<number, number>;
}

/** Indexes the recorded entries of a run. Nearly every run has none, so these runs share one empty index. */
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

/** Can be shared, because a run only removes entries from its index and never adds any. */
const NOTHING_RECORDED: RecordedIndex = index([], []);
