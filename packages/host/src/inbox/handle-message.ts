import { describeError, type Inbox, type Logger } from "@botwright/core";
import type { HandedOut, Handling } from "./lanes.ts";

/** Handles the messages of one bot. */
export type Handler = Parameters<Inbox["process"]>[0];

/** How often a message is handled. */
export interface AttemptLimits {
  /** How often a message is tried while its handler fails. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; each further pause doubles. */
  readonly firstMs: number;
  /** The longest pause in milliseconds. */
  readonly maxMs: number;
}

/** How often the process may die while it handles a message, before the message is set aside. */
const MAX_DEATHS = 3;

/**
 * Runs the handler of a message. If the handler rejects, the message is handled again after a growing pause, and set
 * aside after the last attempt.
 *
 * @param handler `undefined`: the inbox was closed after the message was claimed, and another inbox handles the message
 */
export async function handleMessage(
  { id, botId, incoming, starts, failures }: HandedOut,
  handler: Handler | undefined,
  { attempts, firstMs, maxMs }: AttemptLimits,
  logger: Logger,
): Promise<Handling> {
  if (starts - 1 - failures >= MAX_DEATHS) {
    const message = `the process ended ${MAX_DEATHS} times while this message was handled`;
    logger.error("a message was set aside", { botId, id: incoming.id, message });
    return { how: "aside", error: { code: "PROCESS_DIED", message } };
  }
  if (handler === undefined) return { how: "again", afterMs: 0, error: CLOSED };
  try {
    await handler(incoming);
    return { how: "done" };
  } catch (thrown) {
    const error = describeError(thrown);
    const attempt = failures + 1;
    const details = { botId, messageId: id, id: incoming.id, attempt, ...error };
    if (attempt >= attempts) {
      logger.error("a message was set aside", details);
      return { how: "aside", error };
    }
    const afterMs = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
    logger.warn("a message could not be handled", { ...details, againInMs: afterMs });
    return { how: "again", afterMs, error };
  }
}

const CLOSED = { code: "INBOX_CLOSED", message: "the inbox was closed before it was handled" };
