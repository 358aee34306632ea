import type { Logger } from "@botwright/core";
import type { LogLine } from "./turn.ts";

/** A logger whose lines can be read. */
export interface CapturedLogs {
  readonly logger: Logger;
  /** All lines so far. */
  readonly lines: readonly LogLine[];
}

/** Makes {@link CapturedLogs} without lines. */
export function captureLogs(): CapturedLogs {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine["level"]) =>
    (text: string, fields: Record<string, unknown> = {}): void => {
      lines.push({ level, text, fields });
    };
  return {
    lines,
    logger: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
  };
}
