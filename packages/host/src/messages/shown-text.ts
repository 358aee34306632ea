import { cutText } from "@botwright/core";
import { escapeText } from "../database/escape-text.ts";

/**
 * How many characters of a message's text appear in lists, searches and traces: the length of Telegram's longest
 * message. The stored document may have a mebibyte, and a page has 200 messages.
 */
const MAX_SHOWN_LENGTH = 4096;

/** The beginning of a message's text, escaped, as the database keeps it in a column beside the document. */
export function shownText(text: string): string {
  return escapeText(cutText(text, MAX_SHOWN_LENGTH));
}
