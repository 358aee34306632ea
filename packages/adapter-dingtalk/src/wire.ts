/**
 * The shapes of DingTalk's robot wire that the adapter reads and writes.
 * Reference: https://open.dingtalk.com/document/
 *
 * What comes over the wire is `unknown` until a guard of this file has looked at it. A guard checks
 * only what cannot be done without; all other fields are read one by one with a fallback.
 */

/** A JSON object before anything is known of its fields. */
export type WireObject = Readonly<Record<string, unknown>>;

/** What comes through a Stream socket. */
export interface Frame extends WireObject {
  readonly type: string;
  readonly headers: WireObject;
}

/** The topic under which messages to the robot are pushed. */
export const ROBOT_TOPIC = "/v1.0/im/bot/messages/get";

export function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isFrame(value: unknown): value is Frame {
  return isObject(value) && typeof value["type"] === "string" && isObject(value["headers"]);
}

/** The value if it is text, else `""`. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value if it is a number of at least 0, be it written as text, else 0. */
export function numberOf(value: unknown): number {
  const isText = typeof value === "string" && value.trim() !== "";
  const number = isText || typeof value === "number" ? Number(value) : 0;
  return Number.isFinite(number) && number > 0 ? number : 0;
}

/** The value if it is an object, be it written as JSON text, else an empty one. */
export function objectOf(value: unknown): WireObject {
  const found = typeof value === "string" ? parseJson(value) : value;
  return isObject(found) ? found : {};
}

/** The value of a JSON text; `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
