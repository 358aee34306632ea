import { argumentError, type BotwrightError } from "@botwright/core";
import { ARGUMENT_LIMITS, argumentCharacters } from "../../protocol/message-limits.ts";
import { type JsonSize, measureJson } from "../../protocol/measure-json.ts";

/** A text with at most this many characters cannot exceed the limits of depth and values. */
const SHORT = 2 * ARGUMENT_LIMITS.depth;

/** Values of a list of arguments that holds nothing but texts and numbers: the list and its commas. */
const MOST_ARGUMENTS = 3;

/**
 * Checks the size of a host call's arguments before they are parsed, in one pass over their JSON. Returns
 * what it has measured; a short text is not measured.
 *
 * @throws {BotwrightError} `INVALID_ARGUMENT`, for a search `INVALID_QUERY`
 */
export function assertArgumentSize(operation: string, json: string): JsonSize | undefined {
  if (json.length <= SHORT) return undefined;
  const { depth, values } = ARGUMENT_LIMITS;
  const characters = argumentCharacters(operation);
  if (json.length > characters) throw tooLarge(operation, `of at most ${characters} characters`);
  const size = measureJson(json);
  // The argument list itself is one level.
  if (size.depth > depth + 1) throw tooLarge(operation, `nested at most ${depth} levels deep`);
  // Texts alone may have more than other arguments: reading them needs no step for each character.
  if (json.length > ARGUMENT_LIMITS.characters && size.values > MOST_ARGUMENTS) {
    throw tooLarge(
      operation,
      `of at most ${ARGUMENT_LIMITS.characters} characters, or texts alone`,
    );
  }
  if (size.values > values) throw tooLarge(operation, `of at most ${values} items and members`);
  return size;
}

function tooLarge(operation: string, limit: string): BotwrightError {
  return argumentError(operation, `${operation}: the arguments must be JSON ${limit}`);
}
