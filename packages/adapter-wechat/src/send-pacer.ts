import {
  createKeyedQueue,
  createLostCallPolicy,
  hasCode,
  pause,
  retry,
} from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";

/** Pauses before a throttled send is repeated. */
const THROTTLED_PAUSES_MS = [3000, 9000];

/** Runs the sends of a bot at an interval. */
export type SendPacer = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Makes a {@link SendPacer}: one send of the bot at a time, each at least `spacingMs` after the one
 * before. WeChat throttles bots that send faster, for about an hour.
 */
export function createSendPacer(spacingMs: number, clock: Clock): SendPacer {
  const queue = createKeyedQueue();
  let nextAt = -Infinity;
  return (task) =>
    queue.run("", async () => {
      // Never more than the interval, also when the clock has been set back.
      const wait = Math.min(spacingMs, nextAt - clock.now());
      if (wait > 0) await pause(wait, undefined, clock);
      try {
        return await task();
      } finally {
        nextAt = clock.now() + spacingMs;
      }
    });
}

/**
 * Repeats a send that was throttled or got no answer. That is safe: the server delivers a
 * `client_id` once.
 */
export function retrySend<T>(clock: Clock, task: () => Promise<T>): Promise<T> {
  const throttled = THROTTLED_PAUSES_MS.values();
  const lost = createLostCallPolicy(clock);
  const waitMs = (error: unknown): number | undefined =>
    hasCode(error, "PLATFORM_RATE_LIMITED") ? throttled.next().value : lost(error);
  return retry(task, { waitMs, clock });
}
