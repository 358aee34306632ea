import type { ErrorReport } from "../../types/errors.ts";

/**
 * Formats an error in one line, with its position if it has one.
 *
 * @example
 * formatHeadline(run.error); // "TypeError: not a function at dice.js:7:24 in handler"
 */
export function formatHeadline({ message, position }: Omit<ErrorReport, "code">): string {
  if (position === undefined) return message;
  const { file, line, column, functionName } = position;
  const place = ` at ${file}:${line}:${column}`;
  // Errors of a test harness already contain the position, because test frameworks show only the message.
  if (message.includes(place)) return message;
  return `${message}${place}${functionName === undefined ? "" : ` in ${functionName}`}`;
}

/**
 * Formats an error for terminals, logs and pages: the headline, and the lines of source around the position.
 *
 * @example
 * if (turn.error !== undefined) console.error(formatError(turn.error));
 */
export function formatError(error: Omit<ErrorReport, "code">): string {
  const headline = formatHeadline(error);
  return error.frame === undefined ? headline : `${headline}\n${error.frame}`;
}
