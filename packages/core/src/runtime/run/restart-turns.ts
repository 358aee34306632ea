import type { Clock } from "../../ports/clock.ts";
import { createKeyedQueue } from "../../rules/keyed-queue.ts";

/** Lets the runs of one plugin that start again do so one after another. */
export interface RestartTurns {
  /**
   * Resolves when it is the run's turn, or when it has waited long enough.
   *
   * @param leftMs what the run has left of its time
   * @returns what ends the turn
   */
  wait(plugin: string, leftMs: number): Promise<() => void>;
}

/** A run that has the turn may wait for something long; the others go on beside it then. */
const MAX_WAIT_MS = 10_000;

/**
 * Makes {@link RestartTurns}. Of many runs that read and write one key at once, one succeeds. The others
 * would conflict with each other again and run out of attempts if they started again at once.
 */
export function createRestartTurns(clock: Clock): RestartTurns {
  const queue = createKeyedQueue();
  return {
    async wait(plugin, leftMs) {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      void queue.run(plugin, () => {
        begun.resolve();
        return ended.promise;
      });
      const cancel = clock.after(Math.max(0, Math.min(MAX_WAIT_MS, leftMs)), begun.resolve);
      await begun.promise;
      cancel();
      return ended.resolve;
    },
  };
}
