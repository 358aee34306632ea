import { createLostCallPolicy, type Redact, retry } from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";
import { BLOCK_SECONDS, hasErrcode, refusal } from "./errors.ts";

/** Options of {@link RetryPolicy.whileBusy}. */
interface BusyOptions {
  /** Called after a failure: whether the call may be repeated although the answer was lost. */
  readonly isRepeatable: () => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Decides when a call is repeated, and when it is not made at all. */
export interface RetryPolicy {
  /**
   * Repeats a call that a busy server has refused, or that was lost on the way, after growing pauses.
   * Other errors are thrown at once.
   */
  whileBusy<T>(run: () => Promise<T>, options: BusyOptions): Promise<T>;
  /**
   * Makes a call, unless WeCom blocks its path after too many calls.
   * @throws {PlatformError} `PLATFORM_RATE_LIMITED` without a call, until the block has ended
   */
  unlessBlocked<T>(path: string, run: () => Promise<T>): Promise<T>;
}

/** The `errcode`s of a server that is busy, or has too many calls at the same time. */
const BUSY = [-1, 45033];
/** The `errcode` after too many calls. */
const TOO_MANY = 45009;
const REPEAT_MS = [1000, 2000, 4000];

/** Makes the {@link RetryPolicy} of one app. */
export function createRetryPolicy(clock: Clock, redact: Redact): RetryPolicy {
  /** The time at which each path was blocked. */
  const blocked = new Map<string, number>();

  return {
    whileBusy(run, { isRepeatable, signal }) {
      const busy = REPEAT_MS.values();
      const lost = createLostCallPolicy(clock);
      const waitMs = (error: unknown): number | undefined => {
        if (hasErrcode(error, ...BUSY)) return busy.next().value;
        return isRepeatable() ? lost(error) : undefined;
      };
      return retry(run, { waitMs, signal, clock });
    },
    async unlessBlocked(path, run) {
      const passed = (clock.now() - (blocked.get(path) ?? -Infinity)) / 1000;
      // A negative duration means that the clock was set back, maybe by hours.
      if (passed >= 0 && passed < BLOCK_SECONDS) {
        const seconds = Math.ceil(BLOCK_SECONDS - passed);
        throw refusal(path, TOO_MANY, `calls are blocked for ${seconds} s`, redact, seconds);
      }
      try {
        return await run();
      } catch (error) {
        if (hasErrcode(error, TOO_MANY)) blocked.set(path, clock.now());
        throw error;
      }
    },
  };
}
