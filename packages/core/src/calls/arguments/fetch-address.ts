import { argumentError } from "./arguments.ts";

/**
 * The part of a URL before its path, in the form that `URL.href` has: ASCII characters only, and at most 512 of them
 * for user name, password, host name and port. The limit is needed because the time of Node's URL parser grows with
 * the square of the host name's length, and a plugin can pass any text.
 */
const BEGINNING = /^(?:https?|wss?|ftp|file):\/\/[!-.0-;=@-[\]-~]{0,512}(?:[/?#]|$)/u;

/**
 * Any other scheme: the parser reads no host name there. For a `blob:` URL it reads one only for `URL.origin`, which
 * the host does not use before it knows the length of the name.
 */
const OTHER_SCHEME = /^(?!(?:https?|wss?|ftp|file):)[a-z][a-z0-9+.-]*:/u;

/** Whether a text is a full URL in the form that `URL.href` has; other texts are rejected without being parsed. */
export function isFetchAddress(url: unknown): url is string {
  if (typeof url !== "string") return false;
  return (BEGINNING.test(url) || OTHER_SCHEME.test(url)) && URL.canParse(url);
}

/**
 * Refuses a `fetch` whose first argument is no full URL.
 *
 * @throws {InvalidInputError} `INVALID_ARGUMENT`
 */
export function assertFetchAddress(operation: string, [url]: readonly unknown[]): void {
  if (operation !== "fetch" || isFetchAddress(url)) return;
  throw argumentError("fetch", "fetch: the first argument must be a full URL");
}
