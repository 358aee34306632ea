/**
 * The shapes of the iLink bot API that the adapter reads and writes. What comes over the wire is
 * `unknown` until a guard of this file has looked at it; all fields are read one by one with a
 * fallback, because the server leaves out what it likes.
 */

/** A JSON object before anything is known of its fields. */
export type WireObject = Readonly<Record<string, unknown>>;

/** `type` of an item of a message. */
export const ITEM_TYPES = { text: 1, image: 2, voice: 3, file: 4, video: 5 } as const;

/** `message_type`: who wrote it. */
export const MESSAGE_TYPES = { user: 1, bot: 2 } as const;

/** An item that a bot sends: one per message. */
export type OutgoingItem = { readonly type: number } & WireObject;

export function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; of anything else none. */
export function objectsOf(value: unknown): WireObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The value if it is an object, else an empty one. */
export function objectOf(value: unknown): WireObject {
  return isObject(value) ? value : {};
}

/** The value if it is text, else `""`. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value as a finite number; numbers are sometimes written as text. Else 0. */
export function numberOf(value: unknown): number {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}

/** An id as exact text; `""` when there is none. */
export function idOf(value: unknown): string {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0 ? `${value}` : "";
  return value === "0" ? "" : textOf(value);
}

/**
 * Parses JSON without rounding: an integer that a `number` cannot hold becomes its digits as text.
 * Ids of messages are such integers.
 *
 * @returns `undefined` for what is not JSON
 */
export function parseExact(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, ...more: unknown[]) => {
      if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
      const source = textOf(objectOf(more[0])["source"]);
      return /^-?\d+$/.test(source) ? source : value;
    });
  } catch {
    return undefined;
  }
}
