import { hostCallAssertions } from "../generated/validators.ts";
import type { ContextOperation, ContextOperations } from "./operations.ts";
import { assertType } from "../rules/validation.ts";

/** Argument lists that need no check of their types any more. */
const checked = new WeakSet<readonly unknown[]>();

/**
 * Marks a list of arguments as checked: a pipeline that checks them itself, as the sandbox does, spares
 * {@link PluginCall.intercept} a second look, and its own refusal is the one that the plugin sees.
 */
export function markArgumentsChecked(args: readonly unknown[]): void {
  checked.add(args);
}

/** Whether {@link markArgumentsChecked} has been called for this list. */
export function areArgumentsChecked(args: readonly unknown[]): boolean {
  return checked.has(args);
}

/**
 * Checks the arguments of a host call. The cost is linear in their size, and only the first wrong
 * place is named.
 *
 * @throws {InvalidInputError} with the given code
 */
export function assertArguments<Operation extends ContextOperation>(
  operation: Operation,
  args: readonly unknown[],
  code?: string,
): ContextOperations[Operation] {
  return assertType(operation, hostCallAssertions[operation], args, code);
}
