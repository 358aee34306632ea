/**
 * The shapes of the Telegram Bot API that the adapter reads and writes.
 * Reference: https://core.telegram.org/bots/api
 *
 * What comes over the wire is `unknown` until a guard of this file has looked at it. A guard checks
 * only what a message cannot do without; all other fields are read one by one with a fallback.
 */
import { isObject, type WireObject } from "@botwright/adapter-kit";

/** https://core.telegram.org/bots/api#update */
export interface Update extends WireObject {
  readonly update_id: number;
}

/** https://core.telegram.org/bots/api#user */
export interface User extends WireObject {
  readonly id: number;
}

/** https://core.telegram.org/bots/api#message */
export interface Message extends WireObject {
  readonly message_id: number;
}

/** What every file object has: photo sizes, voice, video, document and the like. */
export interface WireFile extends WireObject {
  readonly file_id: string;
}

/** Every answer: https://core.telegram.org/bots/api#making-requests */
export interface Answer extends WireObject {
  readonly ok: boolean;
}

/** https://core.telegram.org/bots/api#replyparameters */
export interface ReplyParameters {
  readonly message_id: number;
  readonly allow_sending_without_reply: true;
}

export function isUpdate(value: unknown): value is Update {
  return isObject(value) && Number.isSafeInteger(value["update_id"]);
}

export function isUser(value: unknown): value is User {
  return isObject(value) && Number.isSafeInteger(value["id"]);
}

export function isMessage(value: unknown): value is Message {
  return isObject(value) && Number.isSafeInteger(value["message_id"]);
}

export function isFile(value: unknown): value is WireFile {
  return isObject(value) && typeof value["file_id"] === "string" && value["file_id"] !== "";
}

export function isAnswer(value: unknown): value is Answer {
  return isObject(value) && typeof value["ok"] === "boolean";
}
