import { availableParallelism } from "node:os";
import type { WorkerThread } from "./task.ts";

/**
 * Milliseconds of a slice after which a fast worker is blocked by a call that computes: it should be a slow one, and
 * becomes one as soon as slow workers have done their work.
 */
const BLOCKED_MS = 15;

/** A thread that leaves its core to others. */
export type YieldingThread = Pick<WorkerThread, "inFlight" | "yieldCore">;

/** The threads, grouped by role. */
export interface SharingThreads {
  readonly fast: ReadonlySet<Pick<WorkerThread, "inFlight" | "sliceMs">>;
  readonly slow: ReadonlySet<YieldingThread>;
  /** Is no worker, and has low priority. */
  readonly formatter: YieldingThread;
  /** Whether no further call could become slow: then the slow workers have to come to an end with theirs. */
  readonly isFull?: () => boolean;
}

/**
 * Returns the function that tells the slow workers and the formatter whether they have to leave the cores to others: while a
 * fast worker has work that is not long, and the machine has too few cores for all that have. Call it whenever a slice is
 * posted or answered, and when a worker changes its role.
 *
 * The main thread counts as one that has work, because it posts the slices and receives the answers.
 */
export function shareCores(
  { fast, slow, formatter, isFull = () => false }: SharingThreads,
  cores: number = availableParallelism(),
): () => void {
  return () => {
    if (slow.size === 0 && formatter.inFlight === 0) return;
    let working = 0;
    for (const { inFlight, sliceMs } of fast) if (inFlight > 0 && sliceMs < BLOCKED_MS) working++;
    let yielding = formatter.inFlight;
    for (const { inFlight } of slow) if (inFlight > 0) yielding++;
    const isScarce = working > 0 && 1 + working + yielding > cores;
    formatter.yieldCore(isScarce);
    const isWanted = isScarce && !isFull();
    for (const thread of slow) thread.yieldCore(isWanted);
  };
}
