/** Time, injected: milliseconds since 1970, and timers that can be taken back. */
export interface Clock {
  now(): number;
  /** Calls `callback` once, `ms` milliseconds from now; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The longest timer of the machine, about 25 days: a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock: the default of every option named `clock`. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Longer than any wait: only the handle matters. */
const FOREVER_MS = 2 ** 30;

/**
 * Keeps the process alive until the result is called: the timers of a clock do not.
 *
 * @example
 * const release = holdProcess();
 */
export function holdProcess(): () => void {
  const hold = setInterval(() => {}, FOREVER_MS);
  return () => clearInterval(hold);
}

/**
 * Rejects with what `late` returns when the work does not settle within `ms` milliseconds. The work
 * itself goes on: its result is then dropped.
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

/** A clock that moves only by {@link ManualClock.advance}: for tests and replays. */
export interface ManualClock extends Clock {
  /** Moves time forward and runs the timers that came due, in order. */
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
