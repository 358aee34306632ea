import type { Logger } from "@botwright/core";
import type { LogLine } from "../../protocol/call-messages.ts";

/** Passes the guest's console lines to the logger of its call; `show` changes the text of each. */
export function logLines(
  logger: Logger,
  lines: readonly LogLine[],
  show: (text: string) => string,
): void {
  for (const line of lines) {
    const blank = line.indexOf(" ");
    const [level, text] = [line.slice(0, blank), line.slice(blank + 1)];
    const write = level === "error" || level === "warn" || level === "debug" ? level : "info";
    logger[write](show(text));
  }
}
