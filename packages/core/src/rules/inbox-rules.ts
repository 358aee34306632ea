/** The rules that every implementation of the inbox shares. */

import type { Inbox, SetAsideMessage } from "../ports/inbox.ts";
import type { Logger } from "../ports/logger.ts";
import { BotwrightError } from "../types/errors.ts";
import { describeError } from "./errors/describe-error.ts";
import { guardCallback } from "./errors/guard-callback.ts";

/** The default maximum of messages of one chat that an inbox queues. */
export const MAX_CHAT_MESSAGES = 2000;

/**
 * The error of a message that an inbox sets aside without handing it out, because its chat has too many queued
 * messages. Without this limit a person who writes faster than the bot answers would fill the inbox, and stop its
 * adapter for everyone else.
 */
export const CHAT_FULL: { readonly code: string; readonly message: string } = {
  code: "INBOX_CHAT_FULL",
  message:
    "too many messages of this chat were still to be handled; put this one back when they are",
};

/** The error of `accept` after `close`. */
export function inboxClosed(): BotwrightError {
  return new BotwrightError("the inbox is closed; the message was not taken", {
    code: "INBOX_CLOSED",
  });
}

/** The error of a second call of `process`. */
export function alreadyProcessing(): BotwrightError {
  return new BotwrightError("process() was called before; an inbox has one handler", {
    code: "INBOX_ALREADY_PROCESSING",
  });
}

/** Called with each message that an inbox sets aside. */
type OnSetAside = Parameters<Inbox["process"]>[1];

/**
 * Wraps the listener that `process` gets, so that its errors are logged and the chat goes on.
 *
 * @example
 * process(handler, onSetAside) {
 *   tellSetAside = guardSetAside(onSetAside, logger);
 * }
 */
export function guardSetAside(onSetAside: OnSetAside, logger: Logger): OnSetAside {
  if (onSetAside === undefined) return undefined;
  return guardCallback<SetAsideMessage>(onSetAside, (error) => {
    logger.error("the listener of messages that are set aside failed", describeError(error));
  });
}
