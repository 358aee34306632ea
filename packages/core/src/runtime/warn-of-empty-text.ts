import { findOperation } from "../calls/find-operation.ts";
import type { HostCallEvent } from "../calls/host-calls.ts";
import type { Logger } from "../ports/logger.ts";
import { isIgnored } from "../rules/content/is-ignored.ts";

/**
 * Logs a warning when a text was not sent because formatting left nothing of it. Platforms refuse empty messages, so
 * the bot ignores them; without the warning the author would search for the missing answer.
 */
export function warnOfEmptyText(event: HostCallEvent, logger: Logger): void {
  if (event.type !== "host-call-settled" || !event.outcome.ok) return;
  const { operation, outcome } = event;
  if (findOperation(operation)?.text === undefined) return;
  if (!isIgnored(outcome.value)) return;
  logger.warn(`${operation} sent nothing: the text is empty, or only Markdown without words`);
}
