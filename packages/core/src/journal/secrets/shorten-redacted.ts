import { cutText, shortenText } from "../../rules/content/cut-text.ts";

/** The part of a {@link Redactor} that {@link shortenRedacted} needs. */
export interface TextRedactor {
  redact(text: string): string;
  longest(): number;
}

/**
 * Redacts a text and shortens it to at most `max` UTF-16 units. However long the text is, only its first `max` units
 * are searched, and as many after them as the longest secret form has, because a secret may begin at the limit.
 *
 * @param redactor absent when nothing is secret
 *
 * @example
 * const redactor = createRedactor();
 * redactor.addFields("config", { key: "s3cr3t" });
 * shortenRedacted(`the key ${"s3cr3t"} is wrong`.repeat(1000), 30, redactor); // shows no part of the key
 */
export function shortenRedacted(text: string, max: number, redactor?: TextRedactor): string {
  if (redactor === undefined) return shortenText(text, max);
  const longest = redactor.longest();
  if (text.length <= max + longest) return shortenText(redactor.redact(text), max);
  const shown = redactor.redact(text.slice(0, max + longest));
  // The end of `shown` may contain the beginning of a secret, which is not found.
  const safe = Math.max(0, shown.length - longest);
  return `${cutText(shown, Math.min(safe, max - 1))}…`;
}
