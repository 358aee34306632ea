import { operationAssertions } from "../../generated/operations.ts";
import { toJson } from "../../rules/storage/stored-value.ts";
import { runAssertion } from "../../rules/validation/validation.ts";
import { type BotwrightError, InvalidInputError, SearchError } from "../../types/errors.ts";
import { describeArgumentIssue } from "./describe-argument.ts";
import { countStoredValues, findOperation } from "../find-operation.ts";
import type { OperationArguments } from "../operation-types.ts";
import type { HostOperation } from "../operations.ts";
import { findLongName } from "./name-length.ts";
import { withSentText } from "./sent-text.ts";

/** Options of {@link assertArguments}. */
export interface ArgumentOptions {
  /** The account that owns the bot; an error says so when a call names it as the receiver. */
  readonly ownerId?: number | undefined;
  /** Whether the arguments were parsed from JSON: then every value can be stored, and that check is skipped. */
  readonly isFromJson?: boolean | undefined;
}

/**
 * Validates the arguments of a host call and returns them; a number given as the text of a message is
 * returned as text. The cost is linear in their size, and only the first wrong value is reported, in the
 * words of {@link ARGUMENT_WORDS}.
 *
 * @throws {InvalidInputError} `INVALID_ARGUMENT`, for a value to store `STORAGE_INVALID_VALUE`
 * @throws {SearchError} `INVALID_QUERY` for the arguments of a search
 * @example
 * assertArguments("storage.get", [5]);
 * // throws: storage.get: the first argument must be a key: a text of 1 to 256 characters, not 5
 */
export function assertArguments<Operation extends HostOperation>(
  operation: Operation,
  args: readonly unknown[],
  { ownerId, isFromJson }: ArgumentOptions = {},
): OperationArguments[Operation] {
  const given = withSentText(operation, args);
  try {
    const right = runAssertion(operation, operationAssertions[operation], given, {
      describe: (issue) => describeArgumentIssue(operation, given, issue, ownerId),
      refuse: (message, cause) => argumentError(operation, message, cause),
    });
    const longName = findLongName(operation, given);
    if (longName !== undefined) throw argumentError(operation, longName);
    return right;
  } catch (error) {
    if (isFromJson !== true) assertStorable(operation, given);
    throw error;
  }
}

/**
 * Creates the error for wrong arguments of a host call. A search has its own error codes, which its callers
 * distinguish.
 */
export function argumentError(operation: string, message: string, cause?: unknown): BotwrightError {
  const code = findOperation(operation)?.argumentCode;
  return code === undefined
    ? new InvalidInputError(message, { code: "INVALID_ARGUMENT", cause })
    : new SearchError(message, { code, cause });
}

/** Throws, for a value that cannot be stored, the error that a storage would throw. */
function assertStorable(operation: string, args: readonly unknown[]): void {
  if (!Array.isArray(args)) return;
  const values = countStoredValues(operation);
  for (let position = 1; position <= values; position++) assertValue(args[position]);
}

function assertValue(value: unknown): void {
  try {
    toJson(value);
  } catch (error) {
    // With a cause, the value's own `toJSON` or getter threw, or it has too many levels: the first error reports that.
    if (error instanceof Error && error.cause === undefined) throw error;
  }
}
