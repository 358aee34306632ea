import { type Clock, systemClock } from "@botwright/core";

/** A clock with fast timers that records their durations. */
export interface FastClock extends Clock {
  /** The waits of at least half a second, in milliseconds, rounded to half seconds. */
  readonly waits: readonly number[];
}

/** Options of {@link createFastClock}: how many times as fast as the machine's clock. */
export interface FastClockOptions {
  /** For timers. @default 100 */
  readonly timers?: number;
  /** For the time of day. @default 1, so that it agrees with the platform's times */
  readonly timeOfDay?: number;
}

/**
 * Makes a {@link FastClock}, for tests of what an adapter does after seconds and minutes.
 *
 * @example
 * const clock = createFastClock();
 * clock.after(30_000, () => console.log(clock.waits)); // [30000], after 0.3 s
 */
export function createFastClock(options: FastClockOptions = {}): FastClock {
  const { timers = 100, timeOfDay = 1 } = options;
  const waits: number[] = [];
  const start = performance.now();
  return {
    waits,
    now: () => Date.now() + (performance.now() - start) * (timeOfDay - 1),
    after(ms, callback) {
      if (ms >= 500) waits.push(Math.round(ms / 500) * 500);
      return systemClock.after(ms / timers, callback);
    },
  };
}
