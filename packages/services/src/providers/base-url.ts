import { invalidInput, trimEndCharacters } from "@botwright/core";

/**
 * Reads a provider's base URL.
 *
 * @param field the name of the option in the error
 * @returns the URL without a trailing slash
 * @throws {InvalidInputError} `INVALID_INPUT`; the message does not repeat the URL, which may contain a key
 */
export function readBaseUrl(baseUrl: string, field = "baseUrl"): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain =
    url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url !== undefined && isPlain && /^https?:$/.test(url.protocol)) {
    // Not the whole URL: an empty query or fragment is in it as a lone "?" or "#".
    return trimEndCharacters(`${url.origin}${url.pathname}`, /\//u);
  }
  throw invalidInput(
    `${field} must be an http or https address without query and password, such as https://api.example.com/v1`,
  );
}
