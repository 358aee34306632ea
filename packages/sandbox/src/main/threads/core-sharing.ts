import { availableParallelism } from "node:os";
import type { WorkerThread } from "./task.ts";

/**
 * Milliseconds of a slice after which a fast worker counts as blocked by a call that computes: it should be slow, and
 * becomes slow as soon as a slow worker is free.
 */
const BLOCKED_MS = 15;

/** A thread that leaves its core to others. */
export type YieldingThread = Pick<WorkerThread, "inFlight" | "yieldCore">;

/** The threads, grouped by role. */
export interface SharingThreads {
  readonly fast: ReadonlySet<Pick<WorkerThread, "inFlight" | "sliceMs">>;
  readonly slow: ReadonlySet<YieldingThread>;
  /** The thread that formats replies: it is not a worker of the pool, and has low priority. */
  readonly formatter: YieldingThread;
  /** Whether no further worker could become slow: then the slow workers must not yield, so that their calls end. */
  readonly isFull?: () => boolean;
}

/**
 * Returns the function that tells the slow workers and the formatter whether they have to leave the cores to others.
 * They have to while a fast worker runs a slice that is not long, and more threads have work than the machine has
 * cores. Call the function whenever a slice is posted or answered, and when a worker changes its role.
 *
 * The main thread counts as a thread with work, because it posts the slices and receives the answers.
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
