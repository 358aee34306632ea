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

/**
 * Runs a send of a bot when its turn has come, and again where that is right. One whose signal has aborted by then
 * takes no turn, and rejects with the signal's reason; one that has begun goes on, because it may have arrived.
 */
export type SendPacer = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Makes a {@link SendPacer}: one send of the bot at a time, each at least `spacingMs` after the one
 * before. WeChat throttles bots that send faster, for about an hour.
 *
 * It repeats a send that was throttled or got no answer. That is safe: the server delivers a
 * `client_id` once. A throttled one keeps its turn, since the whole bot is throttled; one without an
 * answer waits for a new turn, so that other chats are not kept waiting.
 *
 * A send that was given up takes no turn. So under a flood the queue holds what was sent within the time of a run, and
 * does not grow.
 */
export function createSendPacer(spacingMs: number, clock: Clock): SendPacer {
  const queue = createKeyedQueue();
  let nextAt = -Infinity;
  return (task, signal) => {
    const throttled = THROTTLED_PAUSES_MS.values();
    const throttledMs = (error: unknown): number | undefined =>
      hasCode(error, "PLATFORM_RATE_LIMITED") ? throttled.next().value : undefined;
    let givingUp = signal;
    const sendSpaced = async (): ReturnType<typeof task> => {
      // Never more than the interval, also when the clock has been set back.
      const wait = Math.min(spacingMs, nextAt - clock.now());
      if (wait > 0) await pause(wait, givingUp, clock);
      givingUp?.throwIfAborted();
      givingUp = undefined;
      try {
        return await retry(task, { waitMs: throttledMs, clock });
      } finally {
        nextAt = clock.now() + spacingMs;
      }
    };
    const takeTurn = (): ReturnType<typeof task> => queue.run("", sendSpaced, givingUp);
    return retry(takeTurn, { waitMs: createLostCallPolicy(clock), clock });
  };
}
