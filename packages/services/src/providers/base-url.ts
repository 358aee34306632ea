import { invalidInput } from "@botwright/core";

/**
 * Reads the address that a provider's paths are put behind.
 *
 * @returns it without a slash at the end
 * @throws {InvalidInputError} `INVALID_INPUT`; the message does not repeat it, for it may hold a key
 */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain =
    url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url !== undefined && isPlain && /^https?:$/.test(url.protocol)) {
    return url.href.replace(/\/+$/, "");
  }
  throw invalidInput(
    "baseUrl must be an http or https address without query and password, such as https://api.example.com/v1",
  );
}
