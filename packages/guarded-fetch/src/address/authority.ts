/**
 * Characters of a URL's authority. A host name has at most 253, and the time of Node's parser for non-Latin
 * names grows with the square of their length.
 */
export const MAX_AUTHORITY_LENGTH = 2048;

/** Before an address of which `URL.origin` reads the host. */
const BLOB = /^(?:blob:[\0-\u0020]*)+/iu;
/** What precedes the path: a scheme, slashes and the authority. */
const BEGINNING = /^([a-z][a-z0-9+.-]*:)?([/\\]*)([^/\\?#]*)/iu;

/** Schemes whose URLs have an authority even without slashes. */
const SPECIAL: ReadonlySet<string> = new Set(["http:", "https:", "ws:", "wss:", "ftp:", "file:"]);

/** Whether a text has too long an authority to be parsed, or what looks like one. */
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
