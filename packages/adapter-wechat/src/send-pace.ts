import { createSendLanes, pause } from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";

/** Keeps the sends of a bot apart. */
export type Pace = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Makes a {@link Pace}: one send of the bot at a time, each at least `spacingMs` after the one
 * before. WeChat throttles bots that send faster, for about an hour.
 */
export function createPace(spacingMs: number, clock: Clock): Pace {
  const lane = createSendLanes();
  let nextAt = -Infinity;
  return (task) =>
    lane.run("", async () => {
      const wait = nextAt - clock.now();
      if (wait > 0) await pause(wait, undefined, clock);
      try {
        return await task();
      } finally {
        nextAt = clock.now() + spacingMs;
      }
    });
}
