import { isRecord } from "../http/http.ts";
import type { SentMessage } from "../simulator.ts";
import { refuse } from "./answer.ts";
import { type WechatState, takeId } from "./state.ts";
import { ITEM_TYPES, PROGRESS_ITEMS, type WechatMedia, type WechatObject } from "./wire.ts";

type Kind = SentMessage["type"];

const VOICE_NUMBERS = ["encode_type", "sample_rate", "bits_per_sample", "playtime"];
const KINDS: readonly Kind[] = ["text", "image", "voice", "file", "video"];

/**
 * sendmessage: checks the one item, and shows it to the person once per `client_id`.
 * @throws Refusal -2
 */
export function sendMessage(state: WechatState, body: WechatObject): WechatObject {
  const { msg } = body;
  if (!isRecord(msg)) throw refuse();
  const { to_user_id: to, client_id: clientId, item_list: items, context_token: context } = msg;
  const isWhole =
    msg["from_user_id"] === "" &&
    isText(to) &&
    isText(clientId) &&
    msg["message_type"] === 2 &&
    msg["message_state"] === 2 &&
    isContext(context) &&
    (msg["run_id"] === undefined || isText(msg["run_id"]));
  if (!isWhole) throw refuse("invalid arguments");
  const known = state.delivered.get(clientId);
  if (known !== undefined) return answerFor(state, known);
  if (!Array.isArray(items) || items.length !== 1 || !isRecord(items[0])) {
    throw refuse("invalid arguments");
  }
  if (isProgress(items[0])) return answerFor(state, takeId(state));
  const content = readItem(state, items[0]);
  if (state.faults["refused-user"].take("sendmessage", ({ user }) => user === to)) {
    throw refuse("invalid arguments");
  }
  throttle(state, context ?? "");
  const id = takeId(state);
  state.delivered.set(clientId, id);
  state.known.push({ id, chat: to, from: state.botId, text: content.text ?? "" });
  state.typing.end(to, "answered");
  state.sent.add({ messageId: String(id), to, ...content });
  return answerFor(state, id);
}

function answerFor({ options }: WechatState, id: bigint): WechatObject {
  return options.sentIds === false ? {} : { message_id: id };
}

function throttle(state: WechatState, context: string): void {
  const { repliesPerMessage = Infinity, burstMs = 0 } = state.options;
  if (state.faults["rate-limit"].take("sendmessage")) throw refuse("prepare failed");
  const now = state.now();
  if (now - state.lastSendAt < burstMs) throw refuse("prepare failed");
  const replies = (state.replies.get(context) ?? 0) + 1;
  if (context !== "" && replies > repliesPerMessage) throw refuse();
  state.replies.set(context, replies);
  state.lastSendAt = now;
}

/** Whether a context token is absent or a string; other values are refused. */
export function isContext(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

type Content = Pick<SentMessage, "type" | "text" | "bytes" | "name" | "shown">;

function readItem(state: WechatState, item: WechatObject): Content {
  const type = KINDS.find((kind) => ITEM_TYPES[kind] === item["type"]);
  if (type === undefined) throw refuse("invalid arguments");
  const payloads = Object.keys(item).filter((key) => key.endsWith("_item"));
  const payload = item[`${type}_item`];
  if (payloads.length !== 1 || !isRecord(payload)) throw refuse("invalid arguments");
  if (type === "text") {
    const { text } = payload;
    if (!isText(text)) throw refuse("invalid arguments");
    return { type, text };
  }
  if (!isMedia(payload["media"])) throw refuse("invalid arguments");
  const { stored, plain } = state.cdn.resolve(payload["media"]);
  if (!isDescribed(type, payload, stored.length, plain.length)) throw refuse("invalid arguments");
  const bytes = new Uint8Array(plain);
  // The server accepts a voice message, but since 2026 no phone shows it.
  if (type === "voice") return { type, bytes, shown: false };
  const { file_name: name } = payload;
  return { type, bytes, ...(typeof name === "string" && { name }) };
}

/** Whether the item reports the use of a tool, as newer clients do; it is not shown in the chat. @throws Refusal -2 */
function isProgress(item: WechatObject): boolean {
  const name = PROGRESS_ITEMS.get(item["type"]);
  if (name === undefined) return false;
  const payload = item[name];
  if (!isRecord(payload) || !isText(payload["tool_name"]) || !isText(payload["tool_call_id"])) {
    throw refuse("invalid arguments");
  }
  return true;
}

/** Checks sizes: pictures and videos have the size of the stored bytes, files the original size as text. */
function isDescribed(
  type: Exclude<Kind, "text">,
  payload: WechatObject,
  stored: number,
  plain: number,
): boolean {
  if (type === "image") return payload["mid_size"] === stored;
  if (type === "video") return payload["video_size"] === stored;
  if (type === "voice") return VOICE_NUMBERS.every((name) => Number.isSafeInteger(payload[name]));
  return payload["len"] === String(plain) && isText(payload["file_name"]);
}

function isMedia(value: unknown): value is WechatMedia {
  return (
    isRecord(value) &&
    isText(value["encrypt_query_param"]) &&
    isText(value["aes_key"]) &&
    value["encrypt_type"] === 1
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
