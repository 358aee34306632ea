import { type Computation, textAt } from "./arguments.ts";

/** The parts of a URL in the order in which they cross. */
const PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

/**
 * Characters of a URL's host, with user name and password: a name has at most 253, and the time that
 * the host's library takes for names in other scripts grows with the square of their length.
 */
const LONGEST_AUTHORITY = 2048;

/** What stands before the first path: a scheme, slashes, and the authority. */
const BEGINNING = /^([a-z][a-z0-9+.-]*:)?([/\\]*)([^/\\?#]*)/iu;

/** Schemes whose URLs have an authority even where the slashes are missing. */
const SPECIAL: ReadonlySet<string> = new Set(["http:", "https:", "ws:", "wss:", "ftp:", "file:"]);

/** Refuses a text whose authority would be too long; one that only looks like it is refused too. */
function assertShortAuthority(text: string): void {
  // oxlint-disable-next-line no-control-regex -- what the parser removes before it looks
  const clean = text.replace(/^[\0-\u0020]+/u, "").replace(/[\t\n\r]+/gu, "");
  const [, scheme = "", slashes = "", authority = ""] = BEGINNING.exec(clean) ?? [];
  const isThere = slashes.length > 1 || SPECIAL.has(scheme.toLowerCase());
  if (isThere && authority.length > LONGEST_AUTHORITY) {
    throw new RangeError("the host of the URL is too long");
  }
}

function partsOf(url: URL): string[] {
  return PARTS.map((part) => url[part]);
}

/** Parses a URL, against a base if there is one. */
export const parseUrl: Computation = (args) => {
  const text = textAt(args, 0);
  const base = typeof args[1] === "string" ? args[1] : undefined;
  assertShortAuthority(text);
  if (base !== undefined) assertShortAuthority(base);
  return partsOf(new URL(text, base));
};

/** A URL's parts after one of them was set. */
export const setUrl: Computation = (args) => {
  const url = new URL(textAt(args, 0));
  const part = PARTS.find((name) => name === args[1]);
  if (part === undefined || part === "origin") throw new TypeError("there is no such part");
  const value = textAt(args, 2);
  if (part === "href") assertShortAuthority(value);
  // What cannot be a host changes nothing.
  const isHost = part === "host" || part === "hostname";
  if (!isHost || value.length <= LONGEST_AUTHORITY) url[part] = value;
  return partsOf(url);
};
