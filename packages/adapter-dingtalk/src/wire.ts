/**
 * The shapes of DingTalk's robot wire that the adapter reads and writes.
 * Reference: https://open.dingtalk.com/document/
 *
 * What comes over the wire is `unknown` until a guard of this file has looked at it. A guard checks
 * only what cannot be done without; all other fields are read one by one with a fallback.
 */

import { isObject, parseJson, type WireObject } from "@botwright/adapter-kit";

/** What comes through a Stream socket. */
export interface Frame extends WireObject {
  readonly type: string;
  readonly headers: WireObject;
}

/** The topic under which messages to the robot are pushed. */
export const ROBOT_TOPIC = "/v1.0/im/bot/messages/get";

/** What the platform tells by `SYSTEM` frames that want no answer. */
export const SYSTEM_NEWS: ReadonlySet<string> = new Set(["CONNECTED", "REGISTERED", "KEEPALIVE"]);

export function isFrame(value: unknown): value is Frame {
  return isObject(value) && typeof value["type"] === "string" && isObject(value["headers"]);
}

/** The value if it is an object, be it written as JSON text, else an empty one. */
export function openObject(value: unknown): WireObject {
  const found = typeof value === "string" ? parseJson(value) : value;
  return isObject(found) ? found : {};
}
