import type { Logger } from "@botwright/core";
import type { LogLine } from "../../protocol/call-messages.ts";

/** Hands the guest's console to the logger; `fields` say whose it is. */
export function logLines(
  logger: Logger,
  fields: Readonly<Record<string, unknown>>,
  lines: readonly LogLine[],
): void {
  for (const line of lines) {
    const blank = line.indexOf(" ");
    const [level, text] = [line.slice(0, blank), line.slice(blank + 1)];
    const write = level === "error" || level === "warn" || level === "debug" ? level : "info";
    logger[write](text, { ...fields });
  }
}
