import {
  BotwrightError,
  type ContextOperation,
  type ContextOperations,
  isContextOperation,
  markArgumentsChecked,
  performHostCall,
  type PluginPermissions,
  assertArguments,
  assertPermission,
  type SingleHandlerContext,
} from "@botwright/core";
import { assertArgumentSize } from "./argument-text.ts";
import { type FetchOptions, prepareFetch } from "./fetch.ts";
import { invalidArgument, type PreparedHostCall } from "./prepared-call.ts";
import type { GuestRequest, HostAnswer } from "../../protocol/call-messages.ts";

/** What a host call is done with. */
export interface HostBridge {
  readonly context: SingleHandlerContext;
  readonly permissions: PluginPermissions | undefined;
  readonly fetch: FetchOptions;
}

/**
 * Validates what the guest asks for, for the guest is not trusted to keep to any type. Never throws, and
 * its work is linear in the size of the request, which has a limit. A refusal is an outcome like any
 * other and goes the same way: a replay needs its place among the answers.
 */
export function prepareHostCall(request: GuestRequest, bridge: HostBridge): PreparedHostCall {
  const { operation } = request;
  if (!isGuestOperation(operation)) return () => Promise.reject(unknownOperation(operation));
  let args: unknown[] = [];
  try {
    args = readArguments(request);
    assertPermission(bridge.permissions, operation, args, bridge.context.msg);
    if (operation === "fetch") return prepareFetch(args, bridge.permissions, bridge.fetch);
    return prepareContextCall(operation, args, bridge);
  } catch (thrown) {
    const refuse = (): Promise<never> => Promise.reject(thrown);
    const { intercept } = bridge.fetch;
    if (intercept === undefined) return refuse;
    markArgumentsChecked(args);
    return async (onSettled) => {
      const value = await intercept(operation, args, refuse, onSettled);
      return () => encode(value);
    };
  }
}

function isGuestOperation(operation: string): operation is ContextOperation | "fetch" {
  return operation === "fetch" || isContextOperation(operation);
}

function unknownOperation(operation: string): BotwrightError {
  return new BotwrightError(`there is no host call ${operation}`, { code: "UNKNOWN_OPERATION" });
}

function prepareContextCall(
  operation: ContextOperation,
  args: unknown[],
  { context, fetch: { intercept } }: HostBridge,
): PreparedHostCall {
  const valid = validate(operation, args);
  markArgumentsChecked(valid);
  return async (onSettled) => {
    const execute = () => performHostCall(context, operation, valid);
    const value =
      intercept === undefined
        ? await execute()
        : await intercept(operation, valid, execute, onSettled);
    return () => encode(value);
  };
}

/** The arguments as the guest gave them, with bytes in their places. */
function readArguments({ operation, json, bytes }: GuestRequest): unknown[] {
  assertArgumentSize(operation, json);
  const parsed: unknown = JSON.parse(json);
  if (!Array.isArray(parsed)) throw invalidArgument("arguments", "a list");
  const args: unknown[] = parsed;
  for (const [position, value] of bytes) {
    if (!Object.hasOwn(args, position)) throw invalidArgument("arguments", "bytes in their places");
    args[position] = Buffer.from(value.buffer);
  }
  return args;
}

function validate<Operation extends ContextOperation>(
  operation: Operation,
  args: unknown[],
): ContextOperations[Operation] {
  // JSON knows no undefined: an absent argument in the middle arrives as null.
  const given = operation === "storage.set" ? args : args.map((arg) => arg ?? undefined);
  return assertArguments(operation, given, "INVALID_ARGUMENT");
}

/** Makes the answer of a host call out of its value. */
function encode(value: unknown): Pick<HostAnswer, "json" | "bytes"> {
  if (value instanceof Uint8Array) return { json: "", bytes: wholeBuffer(value) };
  return { json: JSON.stringify(value) ?? "" };
}

/** The bytes in a buffer of their own: a view of a larger one would take that along to the worker. */
function wholeBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
