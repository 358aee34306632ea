import { types } from "node:util";
import { PluginError } from "../../types/errors.ts";
import type { HandlerResult } from "../../ports/plugin.ts";

/** The code of the error of a handler that returned something else than a {@link HandlerResult}. */
export const INVALID_RESULT = "PLUGIN_INVALID_RESULT";

/**
 * Whether the value is a {@link HandlerResult}: an object with an own property `handled` that holds a boolean. Runs
 * no code of the value: a proxy, or an object whose `handled` is a getter, is no result.
 */
export function isHandlerResult(value: unknown): value is HandlerResult {
  return readHandled(value) !== undefined;
}

/**
 * Copies a handler's result; other properties of its object are dropped.
 *
 * @throws {PluginError} `PLUGIN_INVALID_RESULT` saying what the handler returned
 * @example
 * assertHandlerResult({ handled: true, more: 1 }); // { handled: true }
 */
export function assertHandlerResult(value: unknown): HandlerResult {
  const handled = readHandled(value);
  if (handled === undefined) throw invalidResult(describeResult(value));
  return { handled };
}

/** Creates the error of a handler that returned something else; `what` describes that value in an author's words. */
export function invalidResult(what: string): PluginError {
  const message = `the handler returned ${what}: return { handled: true } or { handled: false }`;
  return new PluginError(message, { code: INVALID_RESULT });
}

function readHandled(value: unknown): boolean | undefined {
  if (!isPlainRead(value)) return undefined;
  const handled: unknown = Object.getOwnPropertyDescriptor(value, "handled")?.value;
  return typeof handled === "boolean" ? handled : undefined;
}

/** An object whose own properties can be read without running code. */
function isPlainRead(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return !types.isProxy(value) && !Array.isArray(value);
}

/** Describes the kind of a value without its content, which may be a secret. */
function describeResult(value: unknown): string {
  if (!isPlainRead(value)) return describeKind(value);
  const property = Object.getOwnPropertyDescriptor(value, "handled");
  if (property === undefined) return "an object without handled";
  if (property.get !== undefined || property.set !== undefined) {
    return "an object whose handled is a getter";
  }
  return `an object whose handled is ${describeKind(property.value)}`;
}

function describeKind(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  switch (typeof value) {
    case "string":
      return `a text of ${value.length} characters`;
    case "number":
    case "boolean":
      return `the ${typeof value} ${String(value)}`;
    case "object":
      if (types.isProxy(value)) return "a proxy";
      return Array.isArray(value) ? "an array" : "an object";
    default:
      return `a ${typeof value}`;
  }
}
