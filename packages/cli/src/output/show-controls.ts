import { escapeCharacters } from "@botwright/core";

/**
 * Characters that control a terminal, change the direction of a text, or are invisible. Line breaks and tabs are kept,
 * and so are the two joiners, which emojis and words of some languages need.
 */
const CONTROL = /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text with its control characters as escapes. */
export function showControls(text: string): string {
  return escapeCharacters(text, CONTROL);
}
