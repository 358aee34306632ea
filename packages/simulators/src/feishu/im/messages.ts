import type { StoredMessage, Person } from "../chats.ts";
import { readContent } from "./content.ts";
import { botSender, type FeishuState } from "../state.ts";
import { bad, CODES, FeishuError } from "../wire.ts";

/** Milliseconds in which a repeated send with the same `uuid` returns the same message. */
const UUID_MS = 3_600_000;
/** The most ids of one mget. */
const MAX_IDS = 50;
const MAX_TEXT_BODY = 150 * 1024;
const MAX_OTHER_BODY = 30 * 1024;

/** The types of receiver ids, and the form of such ids. */
const ID_TYPES = {
  open_id: /^ou_/,
  union_id: /^on_/,
  chat_id: /^oc_/,
  email: /@/,
  user_id: /^(?!o[unc]_)[^@]+$/,
} as const;

function isIdType(type: string): type is keyof typeof ID_TYPES {
  return Object.hasOwn(ID_TYPES, type);
}

/** `POST /im/v1/messages` */
export function createMessage(
  state: FeishuState,
  query: URLSearchParams,
  body: Record<string, unknown>,
): object {
  const type = query.get("receive_id_type") ?? "";
  if (!isIdType(type)) {
    throw bad("receive_id_type is required and must be one of the known types");
  }
  const { receive_id: id } = body;
  if (typeof id !== "string" || id === "") throw bad("receive_id is required");
  if (!ID_TYPES[type].test(id)) throw bad(`Invalid receive_id: no ${type}`);
  const person = state.chats.find(type, id);
  if (person === undefined) {
    throw new FeishuError(CODES.unavailableUser, "Bot has NO availability to this user");
  }
  return send(state, person, body);
}

/** `POST /im/v1/messages/:id/reply` */
export function replyToMessage(
  state: FeishuState,
  id: string,
  body: Record<string, unknown>,
): object {
  const parent = findMessage(state, id);
  assertExists(state, parent, "reply", CODES.recalled);
  return send(state, state.chats.person(parent.user), body, parent);
}

/** `GET /im/v1/messages/:id` */
export function getMessage(state: FeishuState, id: string): object {
  const kept = findMessage(state, id);
  assertExists(state, kept, "get", CODES.deleted);
  return { items: [kept.message, ...kept.forwarded] };
}

/** `GET /im/v1/messages/mget`: the messages that exist; recalled ones are included without their content. */
export function getMessages(state: FeishuState, ids: readonly string[]): object {
  if (ids.length === 0 || ids.length > MAX_IDS) throw bad(`message_ids must be 1 to ${MAX_IDS}`);
  const found = ids.flatMap((id) => state.chats.message(id) ?? []);
  return {
    items: found.flatMap(({ message, forwarded, recalled }) =>
      recalled
        ? [{ ...message, deleted: true, body: { content: "This message was recalled" } }]
        : [message, ...forwarded],
    ),
  };
}

/** @throws FeishuError when the message was recalled */
export function assertExists(
  state: FeishuState,
  kept: StoredMessage,
  call: string,
  usual: number,
): void {
  const fault = state.faults.recalled.take(call);
  if (!kept.recalled && fault === undefined) return;
  const code = fault?.code ?? usual;
  if (code === 404) throw new FeishuError(CODES.noPage, "404 page not found", 404);
  throw new FeishuError(code, "The message was withdrawn or deleted");
}

/** The message that a call names. */
export function findMessage(state: FeishuState, id: string): StoredMessage {
  const kept = state.chats.message(id);
  if (kept === undefined) throw bad(`Invalid message_id: ${id}`);
  return kept;
}

function send(
  state: FeishuState,
  person: Person,
  body: Record<string, unknown>,
  parent?: StoredMessage,
): object {
  const { msg_type: type, content, uuid } = body;
  if (typeof type !== "string" || typeof content !== "string") {
    throw bad("msg_type and content are required; content is a JSON string");
  }
  const { reply_in_thread: inThread } = body;
  if (inThread !== undefined && typeof inThread !== "boolean") {
    throw bad("reply_in_thread must be true or false");
  }
  if (uuid !== undefined && (typeof uuid !== "string" || uuid.length > 50)) {
    throw bad("uuid must have at most 50 characters");
  }
  assertSize(type, body);
  const shown = readContent(state, type, content);
  if (state.faults["refused-user"].take("", ({ user }) => user === person.openId)) {
    throw new FeishuError(CODES.unavailableUser, "Bot has NO availability to this user");
  }
  const earlier = typeof uuid === "string" ? state.uuids.get(uuid) : undefined;
  if (earlier !== undefined && state.now() - earlier.at < UUID_MS) {
    return findMessage(state, earlier.messageId).message;
  }
  const kept = state.chats.add({
    user: person.openId,
    sender: botSender(state),
    type,
    content,
    parent: parent?.message,
    text: shown.text,
    at: state.now(),
  });
  const { message_id: messageId } = kept.message;
  if (typeof uuid === "string") state.uuids.set(uuid, { messageId, at: state.now() });
  const quotes = parent && {
    messageId: parent.message.message_id,
    ...(parent.text !== undefined && { text: parent.text }),
  };
  state.sent.add({
    messageId,
    to: person.openId,
    ...shown,
    ...(quotes !== undefined && { quotes }),
  });
  return kept.message;
}

/** @throws FeishuError when the body of a send or edit is larger than the platform accepts */
export function assertSize(type: string, body: Record<string, unknown>): void {
  const limit = type === "text" ? MAX_TEXT_BODY : MAX_OTHER_BODY;
  if (Buffer.byteLength(JSON.stringify(body)) > limit) {
    throw new FeishuError(CODES.tooLong, "The message content reaches its limit.");
  }
}
