/** Injected time: milliseconds since 1970, and timers that can be cancelled. */
export interface Clock {
  now(): number;
  /** Calls `callback` once, `ms` milliseconds from now; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/**
 * The maximum delay of `setTimeout` in milliseconds, about 25 days; a timer with a longer delay would fire at once.
 */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The system clock, the default of every option named `clock`. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Any long interval, in milliseconds; only the open handle matters. */
const FOREVER_MS = 2 ** 30;

/**
 * Keeps the process alive until the returned function is called. It is needed because a clock's timers do not.
 *
 * @example
 * const release = holdProcess();
 */
export function holdProcess(): () => void {
  const hold = setInterval(() => {}, FOREVER_MS);
  return () => clearInterval(hold);
}

/**
 * Rejects with the error of `late` when the work does not settle within `ms` milliseconds. The work itself continues,
 * and its result is dropped.
 *
 * @example
 * const rows = await withDeadline(database.read(), { clock, ms: 30_000, late: () => new Error("no answer") });
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  { clock, ms, late }: { clock: Clock; ms: number; late: () => Error },
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(ms, () => reject(late()));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}

/** A clock that moves only by {@link ManualClock.advance}, for tests and replays. */
export interface ManualClock extends Clock {
  /** Moves time forward by `ms` milliseconds and runs the timers that come due, in order. */
  advance(ms: number): void;
}

/**
 * Makes a {@link ManualClock}.
 *
 * @example
 * const clock = createManualClock(0);
 * clock.after(50, () => console.log("ding"));
 * clock.advance(50); // "ding"
 */
export function createManualClock(start = 0): ManualClock {
  let now = start;
  const timers = new Set<{ due: number; callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { due: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter((timer) => timer.due <= end);
        const next = due.toSorted((a, b) => a.due - b.due)[0];
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.due);
        next.callback();
      }
      now = end;
    },
  };
}
