/** Maximum consecutive combining marks that are kept, as in Unicode's stream-safe format (UAX #15). */
const KEPT_MARKS = 30;

/**
 * Matches more consecutive marks, including the two halfwidth characters that become marks only by normalization.
 * Letters of real languages have a few marks each.
 */
const MANY_MARKS = new RegExp(
  `([\\p{M}\\uff9e\\uff9f]{${KEPT_MARKS}})[\\p{M}\\uff9e\\uff9f]+`,
  "gu",
);

/**
 * Normalizes a text to a Unicode normalization form in linear time. Normalizing sorts the marks of each letter, for
 * which JavaScript's own method takes quadratic time: 3 s for 75,000 marks on one letter. Therefore marks after the
 * thirtieth in a row are removed first.
 *
 * @example
 * normalizeText("ｅ\u0301", "NFKC"); // "é"
 */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text.replaceAll(MANY_MARKS, "$1").normalize(form);
}

/**
 * Folds a text for comparisons: compatibility forms, such as full-width letters, and capitals do not count. Takes
 * linear time, whatever a stranger writes.
 *
 * @example
 * foldText("Ｈelp"); // "help"
 */
export function foldText(text: string): string {
  return normalizeText(text, "NFKC").toLowerCase();
}
