/**
 * Escapes what PostgreSQL's texts cannot hold, NUL and lone surrogates, as the inside of a JSON text does: for
 * keys and ids that strangers choose. Different texts stay different.
 */
export function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Reads what {@link escapeText} has written. */
export function unescapeText(escaped: string): string {
  // Most have nothing to unescape, and a list of keys may have hundreds of thousands.
  if (!escaped.includes("\\")) return escaped;
  return String(JSON.parse(`"${escaped}"`));
}
