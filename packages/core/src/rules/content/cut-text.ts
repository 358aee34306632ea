import type { TextUnit } from "../../ports/adapter.ts";
import { endWithin } from "./measure-text.ts";

/**
 * The longest prefix of a text that is no longer than `max` and ends between code points, because half of an emoji
 * is no valid text and stores refuse it.
 *
 * @param unit what `max` counts. @default UTF-16 units, as `text.length` does
 * @example
 * cutText("ab😀", 3); // "ab"
 */
export function cutText(text: string, max: number, unit: TextUnit = "utf16"): string {
  // A text has no more code points than UTF-16 units, but may have more bytes.
  if (unit !== "utf8" && text.length <= max) return text;
  if (unit !== "utf16") return text.slice(0, endWithin(text, { unit, max }));
  const length = Math.max(0, max);
  return text.slice(0, isHighHalf(text.charCodeAt(length - 1)) ? length - 1 : length);
}

/** Whether a UTF-16 unit is the first of two that make a code point. */
function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/**
 * Shortens a text to at most `max` UTF-16 units: the whole text, or its beginning and `…`.
 *
 * @example
 * shortenText("no model of this name", 9); // "no model…"
 */
export function shortenText(text: string, max: number): string {
  return text.length <= max ? text : `${cutText(text, max - 1)}…`;
}
