import { operationAssertions } from "../generated/operations.ts";
import { assertType } from "../rules/validation.ts";
import type { HostOperation, OperationArguments } from "./operations.ts";

/**
 * Validates the arguments of a host call. The cost is linear in their size, and only the first wrong value
 * is reported.
 *
 * @throws {InvalidInputError} `INVALID_ARGUMENT`
 * @example
 * assertArguments("storage.get", [5]); // throws: storage.get[0] must be string
 */
export function assertArguments<Operation extends HostOperation>(
  operation: Operation,
  args: readonly unknown[],
): OperationArguments[Operation] {
  return assertType(operation, operationAssertions[operation], args, "INVALID_ARGUMENT");
}
