import { hasLongAuthority, MAX_AUTHORITY_LENGTH } from "@botwright/guarded-fetch/authority";
import { type Computation, textAt } from "./arguments.ts";

/** The parts of a URL, in the order in which they are copied to the guest. */
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

/** Throws for a text whose authority, or a part that looks like one, is too long. */
function assertShortAuthority(text: string): void {
  if (hasLongAuthority(text)) throw new RangeError("the host of the URL is too long");
}

function partsOf(url: URL): string[] {
  return PARTS.map((part) => url[part]);
}

/** Parses a URL, relative to a base if there is one. */
export const parseUrl: Computation = (args) => {
  const text = textAt(args, 0);
  const base = typeof args[1] === "string" ? args[1] : undefined;
  assertShortAuthority(text);
  if (base !== undefined) assertShortAuthority(base);
  return partsOf(new URL(text, base));
};

/** Sets one part of a URL and returns all parts. */
export const setUrl: Computation = (args) => {
  const url = new URL(textAt(args, 0));
  const part = PARTS.find((name) => name === args[1]);
  if (part === undefined || part === "origin") throw new TypeError("there is no such part");
  const value = textAt(args, 2);
  if (part === "href") assertShortAuthority(value);
  // An invalid host changes nothing, as the URL standard says.
  const isHost = part === "host" || part === "hostname";
  if (!isHost || value.length <= MAX_AUTHORITY_LENGTH) url[part] = value;
  // If the URL has become a "blob:" URL, `origin` would read a host name from the former path.
  if (part === "protocol") assertShortAuthority(url.href);
  return partsOf(url);
};
