import { argumentError } from "./arguments.ts";

/**
 * What stands before the path in a URL as `URL.href` gives it: ASCII characters alone, and at most as many as a
 * host name, a port and a name with password may need. The time of Node's parser grows with the square of a
 * name's length, and a plugin can hand over any text.
 */
const BEGINNING = /^(?:https?|wss?|ftp|file):\/\/[!-.0-;=@-[\]-~]{0,512}(?:[/?#]|$)/u;

/**
 * Of other schemes the parser reads no host name. Of a `blob:` address it reads one for `URL.origin`, which nobody asks
 * for before the length of the name is known.
 */
const OTHER_SCHEME = /^(?!(?:https?|wss?|ftp|file):)[a-z][a-z0-9+.-]*:/u;

/** Whether a text is a full URL as `URL.href` gives it: others are not parsed. */
export function isFetchAddress(url: unknown): url is string {
  if (typeof url !== "string") return false;
  return (BEGINNING.test(url) || OTHER_SCHEME.test(url)) && URL.canParse(url);
}

/**
 * Refuses the address of a `fetch` that is none.
 *
 * @throws {InvalidInputError} `INVALID_ARGUMENT`
 */
export function assertFetchAddress(operation: string, [url]: readonly unknown[]): void {
  if (operation !== "fetch" || isFetchAddress(url)) return;
  throw argumentError("fetch", "fetch: the first argument must be a full URL");
}
