/** Something thrown that is no error, and so has no stack. */
export interface ThrownValue {
  /** `"string"`, `"null"` …; of an object `"object"`, or `"Error"` when it has a message. */
  readonly kind: string;
  /** What `String` makes of it; of an object its message or its JSON. */
  readonly text: string;
}

/**
 * Describes a thrown value: an object by its `message`, else by its JSON. Also part of the guest, so it
 * needs nothing but the language. Never throws.
 *
 * @example
 * describeThrownValue({ code: "NO_DICE" }); // { kind: "object", text: '{"code":"NO_DICE"}' }
 */
export function describeThrownValue(value: unknown): ThrownValue {
  try {
    if (!isObjectOrFunction(value))
      return { kind: value === null ? "null" : typeof value, text: textOf(value) };
    const message: unknown = "message" in value ? value.message : undefined;
    if (message !== undefined && message !== null) return { kind: "Error", text: textOf(message) };
    return { kind: "object", text: toJson(value) ?? textOf(value) };
  } catch {
    return { kind: "Error", text: "the error could not be read" };
  }
}

function textOf(value: unknown): string {
  return String(value);
}

function isObjectOrFunction(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function toJson(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A cycle or a BigInt.
    return undefined;
  }
}
