import type { Logger } from "@botwright/core";
import type { ConsoleLine } from "../../protocol/call-messages.ts";

/** Most console lines written in one step; steps of other plugins can run between two steps. */
const LINES_AT_ONCE = 64;

/** Divides console lines into the parts that are each written in one step of the main thread. */
export function* inSteps(lines: readonly ConsoleLine[]): Generator<readonly ConsoleLine[]> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    yield lines.slice(at, at + LINES_AT_ONCE);
}

/** Passes the guest's console lines to the logger of its call; `show` transforms the text of each line. */
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
