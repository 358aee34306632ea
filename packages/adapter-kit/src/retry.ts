import type { Clock } from "@botwright/core";
import { pause } from "./backoff.ts";

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
