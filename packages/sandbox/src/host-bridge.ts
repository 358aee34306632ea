import {
  BotwrightError,
  type ContextOperation,
  type ContextOperations,
  type HandlerContext,
  hostCallValidators,
  InvalidInputError,
  isContextOperation,
  performHostCall,
} from "@botwright/core";
import type { GuestRequest } from "./vm-call.ts";

/** The arguments as the guest gave them, with bytes in their places. */
export function readArguments({ json, bytes }: GuestRequest): unknown[] {
  const parsed: unknown = JSON.parse(json);
  if (!Array.isArray(parsed)) throw invalidArgument("arguments", "a list");
  const args: unknown[] = parsed;
  for (const [position, value] of bytes) args[position] = Buffer.from(value.buffer);
  return args;
}

/** Validates what the guest asked for and does it on the context. */
export function performGuestCall(
  context: HandlerContext,
  operation: string,
  args: unknown[],
): Promise<unknown> {
  if (!isContextOperation(operation)) {
    throw new BotwrightError(`there is no host call ${operation}`, { code: "UNKNOWN_OPERATION" });
  }
  return performHostCall(context, operation, validate(operation, args));
}

function validate<Operation extends ContextOperation>(
  operation: Operation,
  args: unknown[],
): ContextOperations[Operation] {
  // JSON knows no undefined: an absent argument in the middle arrives as null.
  const given = operation === "storage.set" ? args : args.map((arg) => arg ?? undefined);
  const validation = hostCallValidators[operation](given);
  if (validation.success) return validation.data;
  const [issue] = validation.errors;
  const path = issue?.path.replace("$input", operation) ?? operation;
  throw invalidArgument(path, issue?.expected ?? "valid");
}

function invalidArgument(path: string, expected: string): InvalidInputError {
  return new InvalidInputError(`${path} must be ${expected}`, { code: "INVALID_ARGUMENT" });
}
