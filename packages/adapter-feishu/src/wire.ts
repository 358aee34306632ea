/**
 * The shapes of the Feishu Open Platform that the adapter reads and writes.
 * Reference: https://open.feishu.cn/document
 *
 * What comes over the wire is `unknown` until a guard of this file has looked at it. A guard checks
 * only what a message cannot do without; all other fields are read one by one with a fallback.
 */

import { isObject, numberOf, objectOf, textOf, type WireObject } from "@botwright/adapter-kit";

/** An event of schema 2.0. */
export interface Event extends WireObject {
  readonly header: WireObject;
  readonly event: WireObject;
}

/** The `message` of an event. */
export interface EventMessage extends WireObject {
  readonly message_id: string;
}

/** A message as the message calls give it. */
export interface MessageObject extends WireObject {
  readonly msg_type: string;
}

/** Every answer: 0 is success, whatever the HTTP status. */
export interface Answer extends WireObject {
  readonly code: number;
}

/** What the platform tells a long connection of its rhythm, in seconds. */
export interface ClientConfig {
  readonly pingInterval: number;
  readonly reconnectInterval: number;
  /** The most of a random first pause. */
  readonly reconnectNonce: number;
  /** How often in a row a connection is tried in vain; below 0 for ever. Not a time. */
  readonly reconnectCount: number;
}

/**
 * Whether the text is an id as Feishu makes them. What is none goes into no path: `..` would be
 * another call, escaped or not.
 */
export function isId(text: string): boolean {
  return /^[\w-]{1,256}$/.test(text);
}

export function isEvent(value: unknown): value is Event {
  return isObject(value) && isObject(value["header"]) && isObject(value["event"]);
}

export function isEventMessage(value: unknown): value is EventMessage {
  return isObject(value) && textOf(value["message_id"]) !== "";
}

export function isMessageObject(value: unknown): value is MessageObject {
  return isObject(value) && typeof value["msg_type"] === "string";
}

export function isAnswer(value: unknown): value is Answer {
  return isObject(value) && Number.isSafeInteger(value["code"]);
}

/** Takes over the numbers that make sense and keeps the others. */
export function readClientConfig(value: unknown, before: ClientConfig): ClientConfig {
  const given = objectOf(value);
  const positive = (key: string): number | undefined =>
    numberOf(given[key]) > 0 ? numberOf(given[key]) : undefined;
  const { ReconnectNonce: nonce, ReconnectCount: count } = given;
  return {
    pingInterval: positive("PingInterval") ?? before.pingInterval,
    reconnectInterval: positive("ReconnectInterval") ?? before.reconnectInterval,
    reconnectNonce: nonce === 0 ? 0 : (positive("ReconnectNonce") ?? before.reconnectNonce),
    reconnectCount: Number.isSafeInteger(count) ? numberOf(count) : before.reconnectCount,
  };
}
