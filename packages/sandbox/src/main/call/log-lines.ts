import type { Logger } from "@botwright/core";
import type { ConsoleLine } from "../../protocol/call-messages.ts";

/** Console lines that are written in one step; the account's other steps and other plugins run in between. */
const LINES_AT_ONCE = 64;

/** Divides console lines into what is written in one step of the main thread. */
export function* inSteps(lines: readonly ConsoleLine[]): Generator<readonly ConsoleLine[]> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    yield lines.slice(at, at + LINES_AT_ONCE);
}

/** Passes the guest's console lines to the logger of its call; `show` changes the text of each. */
export function logLines(
  logger: Logger,
  lines: readonly ConsoleLine[],
  show: (text: string) => string,
): void {
  for (const line of lines) {
    const blank = line.indexOf(" ");
    const [level, text] = [line.slice(0, blank), line.slice(blank + 1)];
    const write = level === "error" || level === "warn" || level === "debug" ? level : "info";
    logger[write](show(text));
  }
}
