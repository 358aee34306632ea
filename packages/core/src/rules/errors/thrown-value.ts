/** A thrown value that is no error, and so has no stack. */
export interface ThrownValue {
  /** `"string"`, `"null"` …; of an object `"object"`, or `"Error"` when it has a message. */
  readonly kind: string;
  /** The value as text; of an object its message or its JSON. */
  readonly text: string;
}

/**
 * Describes a thrown value: an object by its `message`, otherwise by its JSON. Also part of the guest, so it may use
 * nothing but the language. Never throws.
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
