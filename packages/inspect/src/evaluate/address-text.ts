import type { AnyNode } from "acorn";

/** The known part of an address: its first characters, or all of it. */
export interface Address {
  readonly text: string;
  readonly isWhole: boolean;
  /** The node in which it is written. */
  readonly place: AnyNode;
}

/** How many characters of a text are examined; they contain the host. */
const MAX_LENGTH = 4096;
/** The most alternatives of one expression that are followed; further ones count as unknown. */
const MAX_ALTERNATIVES = 64;

/** Creates the address that begins with a text. */
export function addressOf(text: string, place: AnyNode, isWhole = true): Address {
  return text.length > MAX_LENGTH
    ? { text: text.slice(0, MAX_LENGTH), isWhole: false, place }
    : { text, isWhole, place };
}

/** Removes duplicates; `undefined` stands for all addresses beyond the limit. */
export function distinct(found: readonly (Address | undefined)[]): (Address | undefined)[] {
  if (found.length < 2) return [...found];
  const known = new Map<string, Address | undefined>();
  for (const address of found) {
    const key = address ? `${address.isWhole} ${address.text}` : "";
    if (!known.has(key)) known.set(key, address);
  }
  const all = [...known.values()];
  return all.length > MAX_ALTERNATIVES ? [...all.slice(0, MAX_ALTERNATIVES), undefined] : all;
}

/** Concatenates the alternatives of successive parts, until the host is known. */
export function concatenate(
  parts: Iterable<() => readonly (Address | undefined)[]>,
  place: AnyNode,
): (Address | undefined)[] {
  let found: (Address | undefined)[] = [addressOf("", place)];
  for (const alternatives of parts) {
    if (!found.some((address) => address?.isWhole)) break;
    const next = alternatives();
    found = distinct(
      found.flatMap((start) => (start?.isWhole ? next.map((rest) => join(start, rest)) : [start])),
    );
  }
  return found;
}

function join({ text, place }: Address, rest: Address | undefined): Address | undefined {
  if (rest === undefined) return text === "" ? undefined : { text, isWhole: false, place };
  const joined = addressOf(text + rest.text, place, rest.isWhole);
  return HOST_KNOWN.test(joined.text) ? { ...joined, isWhole: false } : joined;
}

/** Matches a text with a complete host, which the following characters cannot change. */
const HOST_KNOWN = /^https:\/\/[^/?#\\\s]+[/?#]/iu;

/** Resolves `new URL(address, base)`. */
export function resolve(
  address: Address | undefined,
  base: Address | undefined,
): Address | undefined {
  if (address === undefined || ABSOLUTE.test(address.text)) return address;
  if (base === undefined) return undefined;
  if (!address.isWhole) {
    // The unknown rest may contain another host, unless the text begins like `/path` or `path/`.
    return RELATIVE.test(trimmed(address.text)) ? base : undefined;
  }
  if (!base.isWhole) return RELATIVE.test(trimmed(`${address.text}.`)) ? base : undefined;
  const url = parseAddress(address.text, base.text);
  return url ? addressOf(url.href, base.place) : undefined;
}

const ABSOLUTE = /^https?:\/\//iu;
/** Matches the beginning of a path, a query or a fragment, with any rest. */
const RELATIVE = /^(?:[?#]|\/[^/\\]|[^:/?#\\]+[/?#])/u;

/** Removes the characters that the URL standard removes before parsing. */
export const trimmed = (text: string): string =>
  text
    .replaceAll(/[\t\n\r]/gu, "")
    .replace(/^[\0-\x20]+/u, "")
    .trimEnd();

/**
 * The longest authority that is parsed. A host name has at most 253 characters. The time of Node's parser grows with
 * the square of the length of some hosts, and a file may have thousands of addresses.
 */
const MAX_AUTHORITY = 512;
const TOO_LONG = new RegExp(
  `^[^/?#\\\\]{${MAX_AUTHORITY}}|^[^/?#\\\\]*[/\\\\]*[^/?#\\\\]{${MAX_AUTHORITY}}`,
  "u",
);

/** Parses an address as `fetch` does; `null` if it is invalid or its host is too long. */
export function parseAddress(text: string, base?: string): URL | null {
  const isTooLong =
    TOO_LONG.test(trimmed(text)) || (base !== undefined && TOO_LONG.test(trimmed(base)));
  return isTooLong ? null : URL.parse(text, base);
}
