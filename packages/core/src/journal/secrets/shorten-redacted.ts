import { cutText, shortenText } from "../../rules/content/cut-text.ts";

/** What knows secrets, and how long the longest is that it looks for. */
export interface TextRedactor {
  redact(text: string): string;
  longest(): number;
}

/**
 * A text without secrets, to be shown in at most `max` UTF-16 units. Only what may be shown is searched, and as
 * much after it as a secret may have that begins there, however long the text is.
 *
 * @param redactor absent: nothing is secret
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
  // The end may have the beginning of a secret, which is not found.
  const safe = Math.max(0, shown.length - longest);
  return `${cutText(shown, Math.min(safe, max - 1))}…`;
}
