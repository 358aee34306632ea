import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { Failure } from "./errors.ts";

/** Something that the guest threw. */
export interface Thrown {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
}

/** Reads what a direct call of guest code threw. */
export function readThrown(context: QuickJSContext, error: QuickJSHandle): Thrown {
  const kind = context.typeof(error);
  if (kind !== "object") return { name: kind, message: context.getString(error) };
  const read = (key: string): string | undefined =>
    context
      .getProp(error, key)
      .consume((value) =>
        context.typeof(value) === "string" ? context.getString(value).slice(0, 8192) : undefined,
      );
  return { name: read("name"), message: read("message"), stack: read("stack") };
}

/** The failure that a guest error is, seen from outside. */
export function toFailure(thrown: Thrown, memoryFull: boolean): Failure {
  const { name, message = "", stack } = thrown;
  const outOfMemory = name === "InternalError" && message.startsWith("out of memory");
  // Without memory for an error object the engine throws null.
  if (outOfMemory || (memoryFull && (name === "null" || name === "object"))) {
    return { code: "SANDBOX_MEMORY_LIMIT", message: "the plugin used up its memory" };
  }
  const text = name === undefined || name === "Error" ? message : `${name}: ${message}`;
  return { code: "PLUGIN_ERROR", message: text, ...(stack === undefined ? {} : { stack }) };
}

/** The failure of a file that could not be loaded. */
export function toLoadFailure(thrown: Thrown, memoryFull: boolean): Failure {
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
