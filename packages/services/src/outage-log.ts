import { describeError, type Logger } from "@botwright/core";

/** Options of {@link createOutageLog}. */
export interface OutageLogOptions {
  readonly logger: Logger;
  /** What fails, as the lines call it, such as `a search provider`. */
  readonly what: string;
}

/** The log of what fails for a while. */
export interface OutageLog {
  /** Notes a failure. A line is written with the first one, and when the code of the error is another one. */
  failed(name: string, error: unknown): void;
  /** Notes an answer. A line is written when failures came before it. */
  answered(name: string): void;
}

/**
 * Creates a log with one line where an outage begins and one where it ends, however many calls fail between.
 *
 * @example
 * const outages = createOutageLog({ logger, what: "a search provider" });
 * outages.failed("brave", error); // warn: "a search provider gave no answer"
 * outages.failed("brave", error);
 * outages.answered("brave"); // info: "a search provider answers again", after 2 failures
 */
export function createOutageLog({ logger, what }: OutageLogOptions): OutageLog {
  const failing = new Map<string, { failures: number; code: string | undefined }>();
  return {
    failed(name, error) {
      const described = describeError(error);
      const { code } = described;
      const known = failing.get(name);
      if (known?.code !== code || known === undefined) {
        logger.warn(`${what} gave no answer`, { name, ...described });
      }
      failing.set(name, { failures: (known?.failures ?? 0) + 1, code });
    },
    answered(name) {
      const known = failing.get(name);
      if (known === undefined) return;
      failing.delete(name);
      logger.info(`${what} answers again`, { name, failures: known.failures });
    },
  };
}
