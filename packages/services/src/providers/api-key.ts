import { invalidInput } from "@botwright/core";

/**
 * Reads a key and trims whitespace, which files and forms add.
 *
 * @param field what the error calls it
 * @throws {InvalidInputError} `INVALID_INPUT` when it is no valid header value; `fetch` would repeat it in
 * its error
 */
export function readApiKey(apiKey: string, field = "apiKey"): string {
  const key = apiKey.trim();
  if (/^[\u0021-\u007e]+$/.test(key)) return key;
  throw invalidInput(
    `${field} must be one word of ASCII characters: check that it was copied whole`,
  );
}

/** Removes the secret from a text. */
export function redact(text: string, secret: string | undefined): string {
  return secret === undefined || secret === "" ? text : text.replaceAll(secret, "[secret]");
}
