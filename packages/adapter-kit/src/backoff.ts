import { type Clock, holdProcess, systemClock } from "@botwright/core";

/** Computes pauses that grow with each failure in a row. */
export interface Backoff {
  /** The next pause in milliseconds. */
  next(): number;
  /** Starts again with the first pause; call it after a success. */
  reset(): void;
}

/** Options of {@link createBackoff}. */
export interface BackoffOptions {
  /** The first pause, in milliseconds. @default 1000 */
  firstMs?: number;
  /** The longest pause before jitter, in milliseconds, or a function that returns it. @default 30_000 */
  maxMs?: number | (() => number);
  /** Returns a number from 0 to 1. @default Math.random */
  random?: () => number;
}

/**
 * Doubles the pause with each failure, and adds ±10 % of jitter, so that many bots that lost the
 * same server do not reconnect at the same moment.
 *
 * @example
 * const backoff = createBackoff({ firstMs: 1000, maxMs: 30_000 });
 * backoff.next(); // about 1000
 * backoff.next(); // about 2000
 */
export function createBackoff(options: BackoffOptions = {}): Backoff {
  const { firstMs = 1000, maxMs = 30_000, random = Math.random } = options;
  let failures = 0;
  return {
    next() {
      const most = typeof maxMs === "function" ? maxMs() : maxMs;
      return jitter(Math.min(most, firstMs * 2 ** failures++), random);
    },
    reset() {
      failures = 0;
    },
  };
}

/** Spreads a pause by ±10 %. @param random 0 to 1. @default Math.random */
export function jitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.9 + 0.2 * random());
}

/**
 * Waits `ms` milliseconds; resolves early, without an error, when the signal is aborted. The pause keeps the process
 * alive, because a bot that waits for its platform has not finished.
 */
export function pause(ms: number, signal?: AbortSignal, clock: Clock = systemClock): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const release = holdProcess();
    const end = (): void => {
      release();
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener("abort", end);
  });
}
