import {
  BotwrightError,
  type ContextOperation,
  type ContextOperations,
  type HandlerContext,
  hostCallValidators,
  InvalidInputError,
  isContextOperation,
  performHostCall,
  type PluginPermissions,
  requirePermission,
} from "@botwright/core";
import { type FetchOptions, prepareFetch } from "./fetch.ts";
import type { GuestRequest, HostAnswer } from "./vm-call.ts";

/** What a host call is done with. */
export interface HostBridge {
  readonly context: HandlerContext;
  readonly permissions: PluginPermissions | undefined;
  readonly fetch: FetchOptions;
}

/** Does a host call that has been found right; tells when its turn among the answers has come. */
export type PreparedHostCall = (
  onSettled: (at: number) => void,
) => Promise<Pick<HostAnswer, "json" | "bytes">>;

/**
 * Validates what the guest asks for, before anything is done: the guest is not trusted to keep to
 * any type.
 *
 * @throws {BotwrightError} `UNKNOWN_OPERATION`, `INVALID_ARGUMENT`, `PERMISSION_DENIED`
 */
export function prepareHostCall(request: GuestRequest, bridge: HostBridge): PreparedHostCall {
  const { operation } = request;
  const args = readArguments(request);
  requirePermission(bridge.permissions, operation, args);
  if (operation === "fetch") return prepareFetch(args, bridge.permissions, bridge.fetch);
  if (!isContextOperation(operation)) {
    throw new BotwrightError(`there is no host call ${operation}`, { code: "UNKNOWN_OPERATION" });
  }
  return prepareContextCall(operation, args, bridge);
}

function prepareContextCall(
  operation: ContextOperation,
  args: unknown[],
  { context, fetch: { intercept } }: HostBridge,
): PreparedHostCall {
  const valid = validate(operation, args);
  return async (onSettled) => {
    const execute = () => performHostCall(context, operation, valid);
    const value =
      intercept === undefined
        ? await execute()
        : await intercept(operation, valid, execute, onSettled);
    return encode(value);
  };
}

/** The arguments as the guest gave them, with bytes in their places. */
function readArguments({ json, bytes }: GuestRequest): unknown[] {
  const parsed: unknown = JSON.parse(json);
  if (!Array.isArray(parsed)) throw invalidArgument("arguments", "a list");
  const args: unknown[] = parsed;
  for (const [position, value] of bytes) args[position] = Buffer.from(value.buffer);
  return args;
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

function encode(value: unknown): Pick<HostAnswer, "json" | "bytes"> {
  // A view of a larger buffer would take that along.
  if (value instanceof Uint8Array) return { json: "", bytes: new Uint8Array(value) };
  return { json: JSON.stringify(value) ?? "" };
}

/** The error of an argument of the wrong type, which the guest is told. */
export function invalidArgument(path: string, expected: string): InvalidInputError {
  return new InvalidInputError(`${path} must be ${expected}`, { code: "INVALID_ARGUMENT" });
}
