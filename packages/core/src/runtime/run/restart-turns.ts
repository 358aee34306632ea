import type { Clock } from "../../ports/clock.ts";
import { createKeyedQueue } from "../../rules/keyed-queue.ts";

/** Makes the restarted runs of one plugin run one after another. */
export interface RestartTurns {
  /**
   * Resolves when it is the run's turn, or when the run has waited for `leftMs` or 10 s.
   *
   * @param leftMs milliseconds that the run has left
   * @returns a function that ends the turn
   */
  wait(plugin: string, leftMs: number): Promise<() => void>;
}

/** Maximum wait, in milliseconds: the run that has the turn may take long, and then the others continue beside it. */
const MAX_WAIT_MS = 10_000;

/**
 * Creates {@link RestartTurns}. When many runs read and write one key at once, only one succeeds. If the others
 * restarted at once, they would conflict with each other again and run out of attempts.
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
