import { isSecretAnswer } from "../../calls/find-operation.ts";
import { createLogger, type Logger } from "../../ports/logger.ts";
import { callIdOf } from "../../journal/call-id.ts";
import type { BotEvent, OnBotEvent } from "../events.ts";
import { createEventRedactor, MAX_LOG_LENGTH } from "./redact-events.ts";

/** The log of a process, with the plugins' secrets removed from the lines of runs. */
export interface RunLog {
  /** The logger for sandboxes and runtimes. It drops the lines about runs, which may contain secrets. */
  readonly logger: Logger;
  /** Writes the lines about runs, redacted. Pass it the events of all bots. */
  readonly onEvent: OnBotEvent;
}

/**
 * Creates a {@link RunLog}. A sandbox and a runtime log a plugin's lines unredacted. Their events can be redacted,
 * because earlier events of the run contain the plugin's secrets. A line has at most 4000 characters, as in a trace.
 *
 * @param log where the lines go
 * @example
 * const { logger, onEvent } = createRunLog(processLogger);
 * const sandbox = createSandbox({ logger });
 * createBotRuntime({ adapter, plugins, logger, onEvent });
 */
export function createRunLog(log: Logger): RunLog {
  const redact = createEventRedactor({ maxLineLength: MAX_LOG_LENGTH });
  return {
    logger: createLogger(({ level, message, fields }) => {
      if (fields["callId"] === undefined) log[level](message, fields);
    }),
    onEvent(given) {
      if (!isNeeded(given)) return;
      const event = redact(given);
      if (event.type !== "log") return;
      const { botDbId, messageId, plugin, level, message, fields } = event;
      // Lines about no run are already written by `logger`.
      if (messageId === undefined || plugin === undefined) return;
      const callId = callIdOf({ botDbId, messageId, plugin });
      log[level](message, { plugin, callId, ...fields });
    },
  };
}

/** Whether the redactor needs the event. Of host calls only secret answers contain secrets; others are not copied. */
function isNeeded(event: BotEvent): boolean {
  if (event.type === "host-call-begun") return false;
  return event.type !== "host-call-settled" || isSecretAnswer(event.operation);
}
