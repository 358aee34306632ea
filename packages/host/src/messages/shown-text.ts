import { cutText } from "@botwright/core";
import { escapeText } from "../database/escape-text.ts";

/**
 * Characters of a text that lists, searches and traces have of a message: as many as the longest message of
 * Telegram. A document of a mebibyte is behind some of them, and a page has 200.
 */
const MAX_SHOWN_LENGTH = 4096;

/** The beginning of a message's text, as the database keeps it beside the document. */
export function shownText(text: string): string {
  return escapeText(cutText(text, MAX_SHOWN_LENGTH));
}
