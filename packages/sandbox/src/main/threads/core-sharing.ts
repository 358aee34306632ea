import { availableParallelism } from "node:os";
import type { WorkerThread } from "./task.ts";

/**
 * Milliseconds of a slice after which a fast worker is blocked by a call that computes: it should be a slow one, and
 * becomes one as soon as slow workers have done their work.
 */
const BLOCKED_MS = 15;

/** What is asked of a worker. */
type SharingThread = Pick<WorkerThread, "inFlight" | "sliceMs" | "yieldCore">;

/** The workers, grouped by role. */
export interface SharingWorkers {
  readonly fast: ReadonlySet<SharingThread>;
  readonly slow: ReadonlySet<SharingThread>;
  /** Whether no further call could become slow: then the slow workers have to come to an end with theirs. */
  readonly isFull?: () => boolean;
}

/**
 * Returns the function that tells the slow workers whether they have to leave the cores to others: while a
 * fast worker has work that is not long, and the machine has too few cores for all that have. Call it whenever a slice is
 * posted or answered, and when a worker changes its role.
 *
 * The main thread counts as one that has work, because it posts the slices and receives the answers.
 */
export function shareCores(
  { fast, slow, isFull = () => false }: SharingWorkers,
  cores: number = availableParallelism(),
): () => void {
  return () => {
    if (slow.size === 0) return;
    const working = countWorking(fast, BLOCKED_MS);
    const isScarce = working > 0 && 1 + working + countWorking(slow) > cores;
    const isWanted = isScarce && !isFull();
    for (const thread of slow) thread.yieldCore(isWanted);
  };
}

function countWorking(
  threads: ReadonlySet<SharingThread>,
  blockedMs = Number.POSITIVE_INFINITY,
): number {
  let working = 0;
  for (const { inFlight, sliceMs } of threads) if (inFlight > 0 && sliceMs < blockedMs) working++;
  return working;
}
