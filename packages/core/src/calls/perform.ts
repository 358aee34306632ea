import { InvalidInputError } from "../types/errors.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import { findOperation } from "./operations.ts";

/**
 * Performs an operation on the services of a context: the name is the path of the method. The arguments
 * must have been validated.
 *
 * @throws {InvalidInputError} `UNKNOWN_OPERATION` for what the context's variant does not have
 * @example
 * await performOperation(context, "storage.get", ["visits"]);
 */
export async function performOperation(
  context: SingleHandlerContext,
  operation: string,
  args: readonly unknown[],
): Promise<unknown> {
  const { service, method } = splitOperation(operation);
  const target: unknown = service === "" ? context : Reflect.get(context, service);
  const perform: unknown = isObject(target) ? Reflect.get(target, method) : undefined;
  if (typeof perform !== "function") throw notInVariant(operation);
  const result: unknown = await Reflect.apply(perform, target, args);
  return result;
}

/** `"storage.get"` is method `get` of `storage`; `"getPlatformCreds"` is one of the context itself. */
function splitOperation(operation: string): { service: string; method: string } {
  const dot = operation.indexOf(".");
  if (dot === -1) return { service: "", method: operation };
  return { service: operation.slice(0, dot), method: operation.slice(dot + 1) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function notInVariant(operation: string): InvalidInputError {
  const variant = findOperation(operation)?.variant ?? "other";
  return new InvalidInputError(`${operation} exists only in the ${variant}-platform variant`, {
    code: "UNKNOWN_OPERATION",
  });
}
