import { pauseThread } from "../protocol/cpu-time.ts";

/** Milliseconds of one sleep; after it this thread checks whether it still has to yield. */
const STEP_MS = 0.5;

/** Most milliseconds for which this thread sleeps in a row. */
const MAX_MS = 8;

/** Milliseconds for which this thread then runs in any case: a slow call gets at least a ninth of the time. */
const RUN_MS = 1;

/** The clock and the sleep of a thread; tests pass others. */
export interface ThreadClock {
  now(): number;
  /** Blocks the thread. */
  pause(ms: number): void;
}

const CLOCK: ThreadClock = { now: () => performance.now(), pause: pauseThread };

/**
 * Returns a function that a worker calls often while a guest runs. The function sleeps while the main thread
 * wants the core for others (see `shareCores`).
 *
 * A low priority alone does not free a core in time: Linux lets a thread that was just woken run until the
 * next scheduler tick, up to 4 ms, whatever the priority of the waiting thread. A guest reaches this
 * function every 10,000 steps and with each host function, which is several times per millisecond; copying a
 * call's memory reaches it every 128 KiB (see `pace.ts`).
 *
 * @param isWanted whether the main thread wants the core; it must be cheap
 */
export function createCoreYield(isWanted: () => boolean, clock: ThreadClock = CLOCK): () => void {
  let runUntil = 0;
  return () => {
    if (!isWanted()) return;
    let now = clock.now();
    if (now < runUntil) return;
    const until = now + MAX_MS;
    while (now < until && isWanted()) {
      clock.pause(STEP_MS);
      now = clock.now();
    }
    runUntil = now < until ? 0 : now + RUN_MS;
  };
}
