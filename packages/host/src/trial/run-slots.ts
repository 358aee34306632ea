import { BotwrightError } from "@botwright/core";

/** Limits how many trials a node runs at once. */
export interface RunSlots {
  /**
   * Runs a trial of an account, unless another one of the account is running, or too many on this node.
   *
   * @throws {BotwrightError} `TRIALS_BUSY`
   */
  run<Result>(userId: number, trial: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates {@link RunSlots}.
 *
 * @param atOnce the most trials at once, of all accounts together
 */
export function createRunSlots(atOnce: number): RunSlots {
  /** The accounts whose trials are running. */
  const running = new Set<number>();
  return {
    async run(userId, trial) {
      if (running.has(userId) || running.size >= atOnce) throw trialsBusy();
      running.add(userId);
      try {
        return await trial();
      } finally {
        running.delete(userId);
      }
    },
  };
}

function trialsBusy(): BotwrightError {
  return new BotwrightError("another trial is running: try again when it has ended", {
    code: "TRIALS_BUSY",
  });
}
