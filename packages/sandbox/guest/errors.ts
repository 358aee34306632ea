import { describeThrownValue } from "../../core/src/rules/errors/thrown-value.ts";

/** Most characters of each text of an error that are sent to the host. */
const MAX_LENGTH = 8192;

/** An error as host calls reject with it. */
export function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The description of a thrown value for the host. */
export interface Thrown {
  name: string;
  message: string;
  code?: string;
  stack?: string;
}

/** Reads anything thrown without trusting it. */
export function describeThrown(thrown: unknown): Thrown {
  try {
    const value = describeThrownValue(thrown);
    if (!isObject(thrown)) return { name: value.kind, message: text(value.text) };
    const described: Thrown = {
      name: text(thrown["name"] ?? value.kind),
      message: text(value.text),
    };
    addText(described, thrown, "code");
    addText(described, thrown, "stack");
    return described;
  } catch {
    return { name: "Error", message: "the error could not be read" };
  }
}

/** Adds what can be read; a getter that throws adds nothing. */
function addText(described: Thrown, thrown: Record<string, unknown>, key: "code" | "stack"): void {
  try {
    const value = thrown[key];
    if (value !== undefined) described[key] = text(value);
  } catch {
    // The other properties still say what happened.
  }
}

/**
 * Removes an error's stack. The engine writes a new one where plugin code throws the error for the first
 * time, which is at its `await`. The stack of an error that the bootstrap makes when an answer arrives
 * names no line of the plugin, and one that is taken at every call would cost time when nothing fails.
 */
export function withoutStack<Value>(error: Value): Value {
  if (error instanceof Error) Reflect.deleteProperty(error, "stack");
  return error;
}

/** An object or function, whose properties can be read. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** A value as text. */
export function textOf(value: unknown): string {
  return String(value);
}

function text(value: unknown): string {
  return textOf(value).slice(0, MAX_LENGTH);
}
