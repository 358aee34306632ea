import { findOperation } from "../calls/find-operation.ts";
import type { HostCallEvent } from "../calls/host-calls.ts";
import type { Logger } from "../ports/logger.ts";
import { isIgnored } from "../rules/content/is-ignored.ts";

/**
 * Warns of a text that was not sent because nothing of it was left to show: platforms refuse empty messages,
 * so the bot ignores them, and the author would look for an answer that never comes.
 */
export function warnOfEmptyText(event: HostCallEvent, logger: Logger): void {
  if (event.type !== "host-call-settled" || !event.outcome.ok) return;
  const { operation, outcome } = event;
  if (findOperation(operation)?.text === undefined) return;
  if (!isIgnored(outcome.value)) return;
  logger.warn(`${operation} sent nothing: the text is empty, or only Markdown without words`);
}
