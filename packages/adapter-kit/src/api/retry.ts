import { type Clock, systemClock } from "@botwright/core";
import { pause } from "../backoff.ts";
import { hasCode, type NetworkErrorCode, type PlatformErrorCode } from "../error-codes.ts";

/** Options of {@link retry}. */
export interface RetryOptions {
  /**
   * Returns the milliseconds after which the call is repeated, or `undefined` to throw the error. `failures`
   * counts the failures before this one.
   */
  readonly waitMs: (error: unknown, failures: number) => number | undefined;
  /** Ends the pause; `retry` then throws the error of the last call. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Makes a call, and repeats it after a pause for as long as `waitMs` returns one for its error.
 *
 * @throws the error of the last call
 * @example
 * const waits = [1000, 2000];
 * await retry(call, { waitMs: (error, failures) => (isBusy(error) ? waits[failures] : undefined) });
 */
export async function retry<T>(run: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { waitMs, signal, clock } = options;
  for (let failures = 0; ; failures++) {
    try {
      return await run();
    } catch (error) {
      const wait = waitMs(error, failures);
      if (wait === undefined) throw error;
      await pause(wait, signal, clock);
      if (signal?.aborted === true) throw error;
    }
  }
}

/** The pauses before each repetition of a lost call, in milliseconds. */
const LOST_PAUSES_MS = [1000, 2000, 4000, 8000];
/** Milliseconds after which a failing call is not repeated any more: a handler has two minutes in total. */
const LOST_MS = 60_000;

/** Codes for which no answer came, or none that says anything about the call: it may have had its effect. */
const LOST: readonly (NetworkErrorCode | PlatformErrorCode)[] = [
  "NETWORK_UNREACHABLE",
  "NETWORK_FAILED",
  "NETWORK_TIMEOUT",
  "NETWORK_BAD_ANSWER",
  "PLATFORM_UNAVAILABLE",
];

/**
 * Decides for one call whether it is repeated after it was lost: a connection that breaks or a server that fails often
 * does so several times in a row. Use it only for an idempotent call, such as one with an idempotency key or
 * one that only reads.
 *
 * @returns the function for {@link RetryOptions.waitMs}
 * @example
 * await retry(send, { waitMs: createLostCallPolicy(clock), clock });
 */
export function createLostCallPolicy(
  clock: Clock = systemClock,
): (error: unknown) => number | undefined {
  const pauses = LOST_PAUSES_MS.values();
  const until = clock.now() + LOST_MS;
  return (error) => {
    const isLost = LOST.some((code) => hasCode(error, code));
    return isLost && clock.now() < until ? pauses.next().value : undefined;
  };
}
