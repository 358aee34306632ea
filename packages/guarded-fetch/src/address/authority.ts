/**
 * The most characters of a URL's authority. A host name has at most 253, and the time of Node's parser for non-Latin
 * names grows with the square of their length.
 */
export const MAX_AUTHORITY_LENGTH = 2048;

/** The prefix `blob:`, after which `URL.origin` reads another URL. */
const BLOB = /^(?:blob:[\0-\u0020]*)+/iu;
/** The parts before the path: scheme, slashes and authority. */
const BEGINNING = /^([a-z][a-z0-9+.-]*:)?([/\\]*)([^/\\?#]*)/iu;

/** Schemes whose URLs have an authority even without slashes. */
const SPECIAL: ReadonlySet<string> = new Set(["http:", "https:", "ws:", "wss:", "ftp:", "file:"]);

/** Whether a text has an authority, or what may be parsed as one, that is too long to be parsed. */
export function hasLongAuthority(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- what the parser removes before it looks
  const clean = text
    .replace(/^[\0-\u0020]+/u, "")
    .replace(/[\t\n\r]+/gu, "")
    .replace(BLOB, "");
  const [, scheme = "", slashes = "", authority = ""] = BEGINNING.exec(clean) ?? [];
  const isThere = slashes.length > 1 || SPECIAL.has(scheme.toLowerCase());
  return isThere && authority.length > MAX_AUTHORITY_LENGTH;
}
