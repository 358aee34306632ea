import { describeError, type Logger } from "@botwright/core";

/** Options of {@link createOutageLog}. */
export interface OutageLogOptions {
  readonly logger: Logger;
  /** The kind of service, as the log lines name it, such as `a search provider`. */
  readonly what: string;
}

/** Logs outages of services. */
export interface OutageLog {
  /** Records a failure. Logs a line for the first failure, and whenever the code of the error changes. */
  failed(name: string, error: unknown): void;
  /** Records an answer. Logs a line when failures came before it. */
  answered(name: string): void;
}

/**
 * Creates a log with one line at the beginning of an outage and one at its end, however many calls fail in between.
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
