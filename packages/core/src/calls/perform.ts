import { isObject } from "../rules/is-object.ts";
import { InvalidInputError } from "../types/errors.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import type { RunInTurn } from "../ports/storage.ts";
import { findOperation, takesTurn } from "./find-operation.ts";

/**
 * Performs an operation on the services of a context; its name is the path of the method. The arguments
 * must have been validated.
 *
 * @param effect passed to services with `forEffect`, which perform each key only once
 * @throws {InvalidInputError} `UNKNOWN_OPERATION` if the context's variant lacks the operation
 * @example
 * await performOperation(context, "storage.get", ["visits"]);
 */
export async function performOperation(
  context: SingleHandlerContext,
  operation: string,
  args: readonly unknown[],
  effect?: { readonly key: string; readonly isRepeat: boolean },
): Promise<unknown> {
  const { service, method } = splitOperation(operation);
  const shared: unknown = service === "" ? context : Reflect.get(context, service);
  const target = effect === undefined ? shared : forEffect(shared, effect.key, effect.isRepeat);
  const perform: unknown = isObject(target) ? Reflect.get(target, method) : undefined;
  if (typeof perform !== "function") throw notInVariant(operation);
  const result: unknown = await Reflect.apply(perform, target, args);
  return result;
}

/** Appends the caller's `RunInTurn` to the arguments of an operation whose method takes one. */
export function withTurns(
  operation: string,
  args: readonly unknown[],
  inTurn: RunInTurn | undefined,
): readonly unknown[] {
  return inTurn !== undefined && takesTurn(operation) ? [...args, inTurn] : args;
}

/** Returns the service bound to one effect, if it supports effect keys. */
function forEffect(service: unknown, key: string, isRepeat: boolean): unknown {
  const open: unknown = isObject(service) ? Reflect.get(service, "forEffect") : undefined;
  if (typeof open !== "function") return service;
  const opened: unknown = Reflect.apply(open, service, [key, isRepeat]);
  return opened;
}

/** `"storage.get"` is the method `get` of `storage`; `"getPlatformCreds"` is a method of the context itself. */
function splitOperation(operation: string): { service: string; method: string } {
  const dot = operation.indexOf(".");
  if (dot === -1) return { service: "", method: operation };
  return { service: operation.slice(0, dot), method: operation.slice(dot + 1) };
}

function notInVariant(operation: string): InvalidInputError {
  const variant = findOperation(operation)?.variant ?? "other";
  return new InvalidInputError(`${operation} exists only in the ${variant}-platform variant`, {
    code: "UNKNOWN_OPERATION",
  });
}
