import { HEAVY_MS } from "../fairness/slowness.ts";
import type { WorkerThread } from "./task.ts";

/** Whether a worker can begin a slice at once. */
export function isIdle({ isReady, inFlight }: WorkerThread): boolean {
  return isReady && inFlight === 0;
}

/** Whether a worker is ready and has neither a call nor a file to load. */
export function isUnused(thread: WorkerThread): boolean {
  return isIdle(thread) && thread.load === 0;
}

/** Counts the workers that run a slice of a heavy plugin, or a slice that has already taken as long as one. */
export function countHeavy(threads: ReadonlySet<WorkerThread>): number {
  let count = 0;
  for (const { expectedMs, sliceMs } of threads) {
    if (expectedMs >= HEAVY_MS || sliceMs >= HEAVY_MS) count++;
  }
  return count;
}

/**
 * Returns the workers sorted by load, idle ones first. It runs with every message, and there are few workers: so it
 * inserts them one by one.
 */
export function inOrder(threads: ReadonlySet<WorkerThread>): Iterable<WorkerThread> {
  if (threads.size < 2) return threads;
  const ordered: WorkerThread[] = [];
  for (const thread of threads) {
    const place = ordered.findIndex((other) => isLessLoaded(thread, other));
    ordered.splice(place === -1 ? ordered.length : place, 0, thread);
  }
  return ordered;
}

/** Whether one worker has fewer slices than the other, or as many and fewer tasks. */
export function isLessLoaded(one: WorkerThread, other: WorkerThread): boolean {
  return one.inFlight === other.inFlight ? one.load < other.load : one.inFlight < other.inFlight;
}
