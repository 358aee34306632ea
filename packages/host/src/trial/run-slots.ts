import { BotwrightError } from "@botwright/core";

/** Limits how many trials a node runs at once. */
export interface RunSlots {
  /**
   * Runs a trial of an account, unless one of the account runs, or as many as may on this node.
   *
   * @throws {BotwrightError} `TRIALS_BUSY`
   */
  run<Result>(userId: number, trial: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates {@link RunSlots}.
 *
 * @param atOnce trials of all accounts together
 */
export function createRunSlots(atOnce: number): RunSlots {
  /** The accounts whose trials run. */
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
