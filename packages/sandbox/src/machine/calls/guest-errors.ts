import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { Failure } from "../../protocol/errors.ts";

/** A value that the guest threw. */
export interface Thrown {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
}

/**
 * Reads what guest code called by the host threw. The bootstrap cuts long texts before they leave the
 * machine; `undefined` when the value cannot be read.
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

/**
 * Parses the guest's own description of a thrown value; its fields are texts or absent. The text comes from
 * the machine and is not trusted: any other JSON yields no description, or one without texts.
 */
export function parseThrown(json: string): Thrown | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Without memory for a text the engine returns an empty one.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const text = (key: string): string | undefined => {
    const found: unknown = Reflect.get(value, key);
    return typeof found === "string" ? found : undefined;
  };
  return { name: text("name"), message: text("message"), stack: text("stack") };
}

/** The bootstrap's description of an error that it cannot read, for example without memory for a text. */
const UNREADABLE = "the error could not be read";

/** The engine's text for a thrown value that is no value: some functions fail like this without memory. */
const NO_VALUE = "[unsupported type]";

const OUT_OF_MEMORY: Failure = {
  code: "SANDBOX_MEMORY_LIMIT",
  message: "the plugin used up its memory: is there a list or text that only grows?",
};

/** The failure of a value that could not be copied between machine and host. */
export function failedCrossing(memoryFull: boolean, error?: unknown): Failure {
  if (memoryFull) return OUT_OF_MEMORY;
  const cause = error instanceof Error ? `: ${error.message}` : "";
  return { code: "PLUGIN_ERROR", message: `InternalError: a value could not cross${cause}` };
}

/**
 * Maps a guest error to a failure; `undefined` stands for an unreadable error.
 *
 * QuickJS reports exhausted memory in several ways: as an `InternalError`, as `null` when there was no
 * memory for the error object, or as an error whose text cannot be read. The latter two count as exhausted
 * memory only if the call was refused some, since a guest can throw such values itself.
 */
export function toFailure(thrown: Thrown | undefined, memoryFull: boolean): Failure {
  if (thrown === undefined) return failedCrossing(memoryFull);
  const { name, message = "", stack } = thrown;
  const outOfMemory = name === "InternalError" && message.startsWith("out of memory");
  // Without memory for an error object the engine throws null.
  const isNothing = name === "null" || name === "object" || message === UNREADABLE;
  if (outOfMemory || message === NO_VALUE || (memoryFull && isNothing)) return OUT_OF_MEMORY;
  const isOverflow = name === "InternalError" && message === "stack overflow";
  const hint = isOverflow ? ": is there a function that calls itself without an end?" : "";
  const text = `${name === undefined || name === "Error" ? "" : `${name}: `}${message}${hint}`;
  const origin = stack === undefined ? { thrown: { kind: name ?? "", text: message } } : { stack };
  return { code: "PLUGIN_ERROR", message: text, ...origin };
}

/** The failure of a file that could not be loaded. */
export function toLoadFailure(thrown: Thrown | undefined, memoryFull: boolean): Failure {
  if (thrown === undefined) return failedCrossing(memoryFull);
  const { name, message = "", stack = "" } = thrown;
  if (name === "SyntaxError" && isParseStack(stack)) {
    return { code: "PLUGIN_SYNTAX_ERROR", message: `syntax error: ${message}`, stack };
  }
  if (message.startsWith("could not load module ")) {
    return {
      code: "PLUGIN_IMPORT_REFUSED",
      message: `${message.replace("could not load", "a plugin cannot import")}: it is one file. botwright build makes one of a plugin and its packages`,
    };
  }
  return toFailure(thrown, memoryFull);
}

/**
 * A syntax error has one stack frame, with a position and no function. This tells an error of the file's
 * own syntax from a `SyntaxError` that running code has thrown.
 */
function isParseStack(stack: string): boolean {
  return stack.trim().split("\n").length === 1;
}
