import { describeError, type Logger } from "@botwright/core";
import type { ServiceLog, ServiceLogEntry } from "./ports/service-log.ts";

/** Records one use of a service. Never rejects. */
export type Recorder = (entry: ServiceLogEntry) => Promise<void>;

/**
 * Creates a {@link Recorder}. It logs a failure of the service log and does not reject, because a failing log must
 * not withhold an answer that was paid for.
 */
export function createRecorder(log: ServiceLog | undefined, logger: Logger): Recorder {
  return async (entry) => {
    try {
      await log?.record(entry);
    } catch (error) {
      const { type, userId, pluginSlug } = entry;
      const fields = { type, userId, pluginSlug, ...describeError(error) };
      logger.error("a use of a service could not be recorded", fields);
    }
  };
}
