import type { ErrorLocation } from "../../types/errors.ts";
import { type SourcePosition, toPosition } from "./error-locator.ts";

/** A frame of a Node stack. */
export interface NodeStackFrame extends SourcePosition {
  /** URL or path of the file. */
  readonly url: string;
}

/** Maximum characters of a stack, and of one of its lines, that are read. */
const MAX_STACK_LENGTH = 16_384;
const MAX_LINE_LENGTH = 512;

/** `    at async Object.name (file:line:column)`; the name and its brackets may be missing. */
const FRAME = /^ +at (?:async )?(?:(.*) \()?(\S.*?):(\d{1,9}):(\d{1,9})\)?$/u;

/**
 * Reads the stack of anything thrown, from the innermost frame outwards. Never throws.
 *
 * @param dataUrl the `data:` URL from which a module was imported; its frames get the URL "data:"
 */
export function readNodeStack(thrown: unknown, dataUrl?: string): readonly NodeStackFrame[] {
  const whole = stackOf(thrown);
  const stack = dataUrl === undefined ? whole : whole.replaceAll(dataUrl, "data:");
  return stack
    .slice(0, MAX_STACK_LENGTH)
    .split("\n")
    .flatMap((text) => {
      const [, name, url = "", line, column] = FRAME.exec(text.slice(0, MAX_LINE_LENGTH)) ?? [];
      if (url === "") return [];
      // Node also names the object: "Object.handler", "Module.handler [as run]".
      const functionName = name
        ?.replace(/ \[as .*$/u, "")
        .split(/[. ]/u)
        .at(-1);
      const place = { url, line: Number(line), column: Number(column) };
      return [functionName === undefined ? place : { ...place, functionName }];
    });
}

function stackOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return "";
    const { stack = "", name, message } = thrown;
    // Skips the message, which can have lines that look like frames.
    const header = `${name}: ${message}`;
    return stack.slice(stack.startsWith(header) ? header.length : 0);
  } catch {
    // A getter threw, or the stack is no text.
    return "";
  }
}

/**
 * Creates a function that finds where in the file of its caller's caller an error happened. Without the
 * lines around the place, since nothing reads the file.
 */
export function locateInCallersFile(): (thrown: unknown) => ErrorLocation | undefined {
  const [, , caller] = readNodeStack(new Error("names its callers"));
  return (thrown) => {
    const frame = readNodeStack(thrown).find(({ url }) => url === caller?.url);
    return frame && { position: toPosition(frame.url, frame) };
  };
}
