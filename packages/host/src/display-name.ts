import { InvalidInputError } from "@botwright/core";

/** The most characters of a name. */
const MAX_LENGTH = 100;

/** Line ends, and bidirectional controls: with these, a name could be displayed like somebody else's. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Checks the name of a person, or one that a person gives to a bot or to credentials; removes blanks around it.
 *
 * @param path names the value in the error
 * @throws {InvalidInputError} `INVALID_INPUT`
 * @example
 * toDisplayName(" Shop ", "name"); // "Shop"
 */
export function toDisplayName(text: string, path: string): string {
  const name = text.trim();
  const isText = name.isWellFormed() && !UNSAFE.test(name);
  if (isText && name !== "" && name.length <= MAX_LENGTH) return name;
  throw new InvalidInputError(
    `${path} must be a text of 1 to ${MAX_LENGTH} characters without line breaks and direction controls`,
    { code: "INVALID_INPUT" },
  );
}
