import { type Clock, systemClock } from "@botwright/core";
import { pause } from "../backoff.ts";
import { hasCode, type NetworkErrorCode, type PlatformErrorCode } from "../error-codes.ts";

/** Options of {@link retry}. */
export interface RetryOptions {
  /**
   * Milliseconds after which the call is made again; `undefined` ends with the error. `failures`
   * counts those before this one.
   */
  readonly waitMs: (error: unknown, failures: number) => number | undefined;
  /** Ends the wait, with the error of the last call. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Makes a call, and again after a pause for as long as its failure is one that may pass.
 *
 * @throws what the last call has thrown
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

/** The pauses before a call that was lost is made again, in milliseconds. */
const LOST_PAUSES_MS = [1000, 2000, 4000, 8000];
/** A call that was begun longer ago is not made again: a handler has two minutes for all that it does. */
const LOST_MS = 60_000;

/** No answer came, or one that says nothing of the call: it may have had its effect. */
const LOST: readonly (NetworkErrorCode | PlatformErrorCode)[] = [
  "NETWORK_UNREACHABLE",
  "NETWORK_FAILED",
  "NETWORK_TIMEOUT",
  "NETWORK_BAD_ANSWER",
  "PLATFORM_UNAVAILABLE",
];

/**
 * Decides for one call whether it is made again after it was lost: connections that are cut and servers that
 * fail often do so several times in a row. Only for a call that has its effect once, however often it is made:
 * one with an idempotency key, or one that only reads.
 *
 * @returns what {@link RetryOptions.waitMs} is to return
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
