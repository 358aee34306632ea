/**
 * Escapes the characters that PostgreSQL's texts cannot store, NUL and lone surrogates, as JSON strings do. It is for
 * keys and ids that users choose. Different texts stay different.
 */
export function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Reads what {@link escapeText} has written. */
export function unescapeText(escaped: string): string {
  // Fast path: most texts have no escapes, and a list of keys may have hundreds of thousands of texts.
  if (!escaped.includes("\\")) return escaped;
  return String(JSON.parse(`"${escaped}"`));
}
