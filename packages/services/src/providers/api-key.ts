import { invalidInput } from "@botwright/core";

/**
 * Reads a key; white space around it, as files and forms add, is left out.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when it cannot stand in a header; `fetch` would repeat it
 * in its error
 */
export function readApiKey(apiKey: string): string {
  const key = apiKey.trim();
  if (/^[\u0021-\u007e]+$/.test(key)) return key;
  throw invalidInput("apiKey must be one word of ASCII characters: check that it was copied whole");
}

/** A text without the secret. */
export function redact(text: string, secret: string | undefined): string {
  return secret === undefined || secret === "" ? text : text.replaceAll(secret, "[secret]");
}
