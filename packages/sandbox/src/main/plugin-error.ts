import {
  createErrorLocator,
  type ErrorPosition,
  PluginError,
  type PluginText,
} from "@botwright/core";
import type { Failure } from "../protocol/errors.ts";
import { nameCallee } from "./callee-name.ts";
import { createGuestStackReader } from "./guest-stack.ts";

/** Creates the error that hosts and authors see from a failure in the machine. */
export type ToPluginError = (failure: Failure) => PluginError;

/**
 * Creates a function that makes errors of one plugin's failures. They have the position in the plugin's
 * file and the lines around it, and their stack names the plugin's own frames only.
 */
export function createPluginErrors(plugin: PluginText): ToPluginError {
  const { locate, find } = createErrorLocator(plugin);
  const stacks = createGuestStackReader(plugin.code);
  return ({ code, message: given, stack = "" }) => {
    const frames = stacks.read(stack);
    // Not the constructor of the plugin's own class of errors, but where it was called.
    const thrown = frames.find(({ offset }) => !isInConstructor(plugin.code, offset)) ?? frames[0];
    const [innermost] = frames;
    // Names the callee only if no native function was called in between.
    const message = innermost?.depth === 0 ? nameCallee(given, plugin.code, innermost) : given;
    const location = thrown && locate(thrown.position);
    const error = new PluginError(message, { code, ...location });
    const lines = frames.flatMap(({ position }) => find(position) ?? []).map(formatFrame);
    error.stack = [`${error.name}: ${message}`, ...lines].join("\n");
    return error;
  };
}

/** Whether a constructor calls `super` there; one that is not written stands at the end of its class. */
function isInConstructor(code: string, offset: number): boolean {
  return code[offset] === "}" || (code[offset] === "(" && code.endsWith("super", offset));
}

/** A frame as in a stack of Node's, so that editors and terminals find the place. */
function formatFrame({ file, line, column, functionName }: ErrorPosition): string {
  const place = `${file}:${line}:${column}`;
  return `    at ${functionName === undefined ? place : `${functionName} (${place})`}`;
}
