import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { Failure } from "../protocol/errors.ts";

/** Something that the guest threw. */
export interface Thrown {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
}

/**
 * Reads what a direct call of guest code threw, through the bootstrap, which cuts long texts before
 * they cross; `undefined` when it cannot be read.
 */
export function readThrown(
  context: QuickJSContext,
  describe: QuickJSHandle,
  error: QuickJSHandle,
): Thrown | undefined {
  const described = context.callFunction(describe, context.undefined, error);
  return described.error === undefined
    ? parseThrown(context.getString(described.value))
    : undefined;
}

/** Reads the guest's own description of what was thrown; its values are texts or absent. */
export function parseThrown(json: string): Thrown | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Without memory for a text the engine gives an empty one.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const text = (key: string): string | undefined => {
    const found: unknown = Reflect.get(value, key);
    return typeof found === "string" ? found : undefined;
  };
  return { name: text("name"), message: text("message"), stack: text("stack") };
}

/** What the bootstrap says of an error that it cannot read: without memory for a text, for one. */
const UNREADABLE = "the error could not be read";

const OUT_OF_MEMORY: Failure = {
  code: "SANDBOX_MEMORY_LIMIT",
  message: "the plugin used up its memory",
};

/** The failure of a value that got stuck between machine and host. */
export function failedCrossing(memoryFull: boolean, error?: unknown): Failure {
  if (memoryFull) return OUT_OF_MEMORY;
  const cause = error instanceof Error ? `: ${error.message}` : "";
  return { code: "PLUGIN_ERROR", message: `InternalError: a value could not cross${cause}` };
}

/** The failure that a guest error is, seen from outside; `undefined` stands for an unreadable one. */
export function toFailure(thrown: Thrown | undefined, memoryFull: boolean): Failure {
  if (thrown === undefined) return failedCrossing(memoryFull);
  const { name, message = "", stack } = thrown;
  const outOfMemory = name === "InternalError" && message.startsWith("out of memory");
  // Without memory for an error object the engine throws null.
  const isNothing = name === "null" || name === "object" || message === UNREADABLE;
  if (outOfMemory || (memoryFull && isNothing)) return OUT_OF_MEMORY;
  const text = name === undefined || name === "Error" ? message : `${name}: ${message}`;
  return { code: "PLUGIN_ERROR", message: text, ...(stack === undefined ? {} : { stack }) };
}

/** The failure of a file that could not be loaded. */
export function toLoadFailure(thrown: Thrown | undefined, memoryFull: boolean): Failure {
  if (thrown === undefined) return failedCrossing(memoryFull);
  const { name, message = "", stack = "" } = thrown;
  if (name === "SyntaxError" && isParseStack(stack)) {
    const line = /:(\d+)/u.exec(stack)?.[1] ?? "?";
    return {
      code: "PLUGIN_SYNTAX_ERROR",
      message: `syntax error in line ${line}: ${message}`,
      stack,
    };
  }
  if (message.startsWith("could not load module ")) {
    return {
      code: "PLUGIN_IMPORT_REFUSED",
      message: `${message.replace("could not load", "a plugin cannot import")}: it is one file`,
    };
  }
  return toFailure(thrown, memoryFull);
}

/** A parser's error has the place as its only frame, and no function. */
function isParseStack(stack: string): boolean {
  return stack.trim().split("\n").length === 1;
}
