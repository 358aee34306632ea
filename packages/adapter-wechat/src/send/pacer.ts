import {
  createKeyedQueue,
  createLostCallPolicy,
  hasCode,
  pause,
  retry,
} from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";

/** Pauses before a throttled send is repeated, in milliseconds. */
const THROTTLED_PAUSES_MS = [3000, 9000];

/**
 * Runs a send in the bot's queue, and repeats it when that is right. When the signal has aborted before the send
 * starts, the send takes no turn and rejects with the signal's reason. A send that has started continues, because it
 * may have arrived.
 */
export type SendPacer = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Makes a {@link SendPacer}: one send of the bot at a time, each at least `spacingMs` after the one
 * before. WeChat throttles bots that send faster, for about an hour.
 *
 * It repeats a send that was throttled or got no answer. That is safe, because the server delivers a
 * `client_id` once. A throttled send keeps its turn, because the whole bot is throttled; a send without an
 * answer goes back to the queue, so that other chats do not wait for it.
 *
 * An aborted send takes no turn. So under a flood, the queue holds at most the sends of one run's time limit, and
 * does not grow further.
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
      // `Math.min` bounds the wait by the interval, in case the clock was set back.
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
