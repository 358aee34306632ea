import { InvalidInputError } from "@botwright/core";

/** The most characters of a name. */
const MAX_LENGTH = 100;

/**
 * Checks the name of a person, or one that a person gives to a bot or to credentials, and trims it.
 *
 * @param path names the value in the error
 * @throws {InvalidInputError} `INVALID_INPUT`
 * @example
 * toDisplayName(" Shop ", "name"); // "Shop"
 */
export function toDisplayName(text: string, path: string): string {
  const name = text.trim();
  const isText = name.isWellFormed() && !/\p{Cc}/u.test(name);
  if (isText && name !== "" && name.length <= MAX_LENGTH) return name;
  throw new InvalidInputError(
    `${path} must be a text of 1 to ${MAX_LENGTH} characters without line breaks`,
    { code: "INVALID_INPUT" },
  );
}
