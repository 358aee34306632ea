/** Marks in a row that a text keeps: as many as Unicode's stream-safe format (UAX #15) has. */
const KEPT_MARKS = 30;

/**
 * More marks in a row, with the two halfwidth ones that only become marks. Letters of real languages have a
 * few each.
 */
const MANY_MARKS = new RegExp(
  `([\\p{M}\\uff9e\\uff9f]{${KEPT_MARKS}})[\\p{M}\\uff9e\\uff9f]+`,
  "gu",
);

/**
 * A text in a Unicode normalization form, in time linear in its length. Normalizing sorts the marks of each letter,
 * and JavaScript's own method takes quadratic time for it: 3 s for 75,000 marks on one letter. So marks beyond the
 * thirtieth of a row are left out first.
 *
 * @example
 * normalizeText("ｅ\u0301", "NFKC"); // "é"
 */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text.replaceAll(MANY_MARKS, "$1").normalize(form);
}

/**
 * A text for comparisons: compatibility forms, such as full-width letters, and capitals do not count. Takes linear
 * time, whatever a stranger writes.
 *
 * @example
 * foldText("Ｈelp"); // "help"
 */
export function foldText(text: string): string {
  return normalizeText(text, "NFKC").toLowerCase();
}
