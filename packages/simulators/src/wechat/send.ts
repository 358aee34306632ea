import { isRecord } from "../http.ts";
import type { SentMessage } from "../simulator.ts";
import { refuse } from "./answer.ts";
import { type WechatState, takeId } from "./state.ts";
import { ITEM_TYPES, type WechatMedia, type WechatObject } from "./wire.ts";

type Kind = SentMessage["type"];

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
    typeof to === "string" && to !== "" && typeof clientId === "string" && clientId !== "";
  if (!isWhole || msg["message_type"] !== 2 || msg["message_state"] !== 2) {
    throw refuse("invalid arguments");
  }
  const known = state.delivered.get(clientId);
  if (known !== undefined) return answerFor(state, known);
  if (!Array.isArray(items) || items.length !== 1 || !isRecord(items[0])) {
    throw refuse("invalid arguments");
  }
  const content = readItem(state, items[0]);
  if (state.faults["refused-user"].take("sendmessage", ({ user }) => user === to)) {
    throw refuse("invalid arguments");
  }
  throttle(state, typeof context === "string" ? context : "");
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

function readItem(
  state: WechatState,
  item: WechatObject,
): Pick<SentMessage, "type" | "text" | "bytes" | "name"> {
  const type = KINDS.find((kind) => ITEM_TYPES[kind] === item["type"]);
  if (type === undefined) throw refuse("invalid arguments");
  const payload = item[`${type}_item`];
  if (!isRecord(payload)) throw refuse("invalid arguments");
  if (type === "text") {
    const { text } = payload;
    if (typeof text !== "string" || text === "") throw refuse("invalid arguments");
    return { type, text };
  }
  if (!isMedia(payload["media"])) throw refuse("invalid arguments");
  const { stored, plain } = state.cdn.resolve(payload["media"]);
  checkSize(type, payload, stored.length, plain.length);
  const { file_name: name } = payload;
  const bytes = new Uint8Array(plain);
  return { type, bytes, ...(typeof name === "string" && { name }) };
}

/** Pictures and videos tell the size of what is stored, files that of what was meant, as text. */
function checkSize(type: Kind, payload: WechatObject, stored: number, plain: number): void {
  const isRight =
    type === "voice" ||
    (type === "image" && payload["mid_size"] === stored) ||
    (type === "video" && payload["video_size"] === stored) ||
    (type === "file" && payload["len"] === String(plain));
  if (!isRight) throw refuse("invalid arguments");
}

function isMedia(value: unknown): value is WechatMedia {
  return (
    isRecord(value) &&
    typeof value["encrypt_query_param"] === "string" &&
    typeof value["aes_key"] === "string"
  );
}
