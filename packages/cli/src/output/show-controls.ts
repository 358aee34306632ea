import { escapeCharacters } from "@botwright/core";

/**
 * What a terminal obeys, what turns the direction of a text, and what does not show. Lines and tabs stay, and the
 * two joiners, of which emojis and words of some languages are made.
 */
const CONTROL = /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text with its control characters as escapes. */
export function showControls(text: string): string {
  return escapeCharacters(text, CONTROL);
}
