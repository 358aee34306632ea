import type { GuestFrame } from "./guest-stack.ts";

/** The engine's message for a call of a value that is not a function. */
const NOT_A_FUNCTION = "TypeError: not a function";

/** Names joined by dots at the end of a text, as they stand in front of a call's bracket. */
const CALLEE =
  /(?<before>^|[^\p{ID_Continue}\p{Cf}$#@\\])(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.#?[\p{ID_Start}$_][\p{ID_Continue}$]*)*)$/u;

/** Most characters in front of the bracket that are searched for the callee. */
const MAX_CALLEE_LENGTH = 200;

/**
 * Adds the callee's name to the engine's "not a function": the engine reports the position of the call's opening
 * bracket. If the text in front of it is not a plain name, the message stays as it is.
 *
 * @example
 * nameCallee("TypeError: not a function", code, { offset, position: { line: 3, column: 15 } });
 * // "TypeError: storage.gett is not a function"
 */
export function nameCallee(
  message: string,
  code: string,
  { offset, position }: Pick<GuestFrame, "offset" | "position">,
): string {
  if (message !== NOT_A_FUNCTION || code[offset] !== "(") return message;
  const text = code.slice(Math.max(0, offset - MAX_CALLEE_LENGTH), offset);
  const { before, name } = CALLEE.exec(text)?.groups ?? {};
  if (name === undefined || before === "." || name.length === MAX_CALLEE_LENGTH) return message;
  const head = text.slice(0, -name.length);
  const own = name.split(".").at(-1);
  const isCall =
    // Both have a position in front of a bracket too.
    !/\b(?:new|function)\b[\s*]*$/u.test(head) &&
    !/^(?:super|import)$/u.test(name) &&
    // The list of parameters, whose defaults may fail.
    own !== position.functionName &&
    // A plugin that throws `TypeError("not a function")` by itself.
    own?.endsWith("Error") !== true;
  return isCall ? `TypeError: ${name} is not a function` : message;
}
