import type { ParsedMessage } from "@botwright/core";
import { cutText } from "./cut-text.ts";

/** Hours from UTC that a setting may name; the default is China's. */
export const UTC_OFFSETS = { least: -12, most: 14, default: 8 } as const;

const HOUR_MS = 3_600_000;
/** Characters of the message that are repeated. */
const MAX_LENGTH = 500;

/**
 * Fills in what an owner's text says about the message: `{from}` its sender's id, `{text}` its text,
 * `{date}` and `{time}` when it was sent. `\n` becomes a line break.
 *
 * @param utcOffset hours between UTC and the owner's clock
 * @example
 * fillPlaceholders("It is {time}.", { from: "1", text: "hi", timestamp: 0 }, 8); // "It is 08:00."
 */
export function fillPlaceholders(
  template: string,
  { from, text, timestamp }: Pick<ParsedMessage, "from" | "text" | "timestamp">,
  utcOffset: number,
): string {
  const local = new Date(timestamp + utcOffset * HOUR_MS).toISOString();
  const values = new Map([
    ["from", from],
    ["text", cutText(text, MAX_LENGTH)],
    ["date", local.slice(0, 10)],
    ["time", local.slice(11, 16)],
  ]);
  // In one pass: what a person wrote is not read again.
  return template.replaceAll(/\\n|\{(?<name>from|text|date|time)\}/gu, (found, name: unknown) =>
    found === String.raw`\n` ? "\n" : (values.get(String(name)) ?? found),
  );
}
