import { isSecretAnswer } from "../../calls/find-operation.ts";
import { createLogger, type Logger } from "../../ports/logger.ts";
import { callIdOf } from "../../journal/call-id.ts";
import type { BotEvent, OnBotEvent } from "../events.ts";
import { createEventRedactor, MAX_LOG_LENGTH } from "./redact-events.ts";

/** The log of a process, in which the lines of runs have no secrets of their plugins. */
export interface RunLog {
  /** For what runs plugins: writes its lines, but for those about runs, which have the secrets. */
  readonly logger: Logger;
  /** Writes the lines about runs. Pass it the events of all bots. */
  readonly onEvent: OnBotEvent;
}

/**
 * Makes a {@link RunLog}. A sandbox and a runtime log what a plugin writes as it is; an event of it can be
 * redacted, because the events before it tell the plugin's secrets. A line has at most 4000 characters, as in a trace.
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
      // Other lines are not only events.
      if (messageId === undefined || plugin === undefined) return;
      const callId = callIdOf({ botDbId, messageId, plugin });
      log[level](message, { plugin, callId, ...fields });
    },
  };
}

/** Of host calls only those with secret answers tell secrets; to copy their arguments would cost for nothing. */
function isNeeded(event: BotEvent): boolean {
  if (event.type === "host-call-begun") return false;
  return event.type !== "host-call-settled" || isSecretAnswer(event.operation);
}
