import { operationAssertions } from "../generated/operations.ts";
import { assertType } from "../rules/validation.ts";
import { findOperation, type HostOperation, type OperationArguments } from "./operations.ts";

/**
 * Validates the arguments of a host call. The cost is linear in their size, and only the first wrong value
 * is reported. A number or boolean in the place of a text for people becomes its text.
 *
 * @throws {InvalidInputError} `INVALID_ARGUMENT`, or the code that the operation has for it
 * @example
 * assertArguments("storage.get", [5]); // throws: storage.get[0] must be string
 * assertArguments("bot.sendText", ["1001", 42]); // ["1001", "42"]
 */
export function assertArguments<Operation extends HostOperation>(
  operation: Operation,
  args: readonly unknown[],
): OperationArguments[Operation] {
  const { text, invalid = "INVALID_ARGUMENT" } = findOperation(operation) ?? {};
  const given =
    text === undefined ? args : args.map((arg, at) => (at === text ? toText(arg) : arg));
  return assertType(operation, operationAssertions[operation], given, invalid);
}

function toText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}
