import { HEAVY_MS } from "../fairness/slowness.ts";
import type { WorkerThread } from "./task.ts";

/** Whether a worker can begin a slice at once. */
export function isIdle({ isReady, inFlight }: WorkerThread): boolean {
  return isReady && inFlight === 0;
}

/** Whether no call and no file is in a worker. */
export function isUnused(thread: WorkerThread): boolean {
  return isIdle(thread) && thread.load === 0;
}

/** The workers that run a slice of a heavy plugin, or one that turns out to be as long. */
export function countHeavy(threads: ReadonlySet<WorkerThread>): number {
  let count = 0;
  for (const { expectedMs, sliceMs } of threads) {
    if (expectedMs >= HEAVY_MS || sliceMs >= HEAVY_MS) count++;
  }
  return count;
}

/** Idle workers first. There are few, and turns are given out with every message: they are inserted one by one. */
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
