import { argumentError, type BotwrightError, findOperation } from "@botwright/core";
import type { GuestRequest } from "../../protocol/call-messages.ts";
import { measureJson } from "@botwright/core/measure-json";
import { ARGUMENT_LIMITS, SMALL_ARGUMENT_LIMITS } from "../../protocol/message-limits.ts";

/** A text with at most this many characters cannot exceed the limits of depth and values. */
const SHORT = 2 * ARGUMENT_LIMITS.depth;

/**
 * Checks the size of a host call's arguments before they are parsed, in one pass over their JSON.
 *
 * @throws {BotwrightError} `INVALID_ARGUMENT`, for a search `INVALID_QUERY`
 */
export function assertArgumentSize({ operation, json, texts }: GuestRequest): void {
  const isLarge = findOperation(operation)?.hasLargeArguments === true;
  const limits = isLarge ? ARGUMENT_LIMITS : SMALL_ARGUMENT_LIMITS;
  const { bytes, characters, depth, values, members, weight, perValue } = limits;
  if (texts.some(([, text]) => text.length > characters)) {
    throw tooLarge(operation, `of at most ${characters} characters`);
  }
  if (hasMoreBytes(json, bytes)) throw tooLarge(operation, `of at most ${bytes} bytes in UTF-8`);
  if (json.length <= SHORT) return;
  const size = measureJson(json);
  // The argument list itself is one level.
  if (size.depth > depth + 1) throw tooLarge(operation, `nested at most ${depth} levels deep`);
  if (size.values > values) throw tooLarge(operation, `of at most ${values} items and members`);
  if (size.members > members) throw tooLarge(operation, `of at most ${members} members of objects`);
  const most = weight - perValue * size.values;
  if (json.length <= most) return;
  throw tooLarge(operation, `of at most ${most} characters with ${size.values} items and members`);
}

/** Counts the bytes only if the number of characters does not decide: a UTF-16 unit has one to three bytes in UTF-8. */
function hasMoreBytes(json: string, bytes: number): boolean {
  if (json.length > bytes) return true;
  return 3 * json.length > bytes && Buffer.byteLength(json) > bytes;
}

function tooLarge(operation: string, limit: string): BotwrightError {
  return argumentError(operation, `${operation}: the arguments must be JSON ${limit}`);
}
