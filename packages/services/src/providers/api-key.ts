import { invalidInput } from "@botwright/core";

/**
 * Reads an API key and trims the white space that files and forms add.
 *
 * @param field the name of the option in the error
 * @throws {InvalidInputError} `INVALID_INPUT` when the key is no valid header value; `fetch` would repeat the key in
 * its own error
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
