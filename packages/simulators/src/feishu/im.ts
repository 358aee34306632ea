import { isRecord } from "../http.ts";
import type { SentMessage } from "../simulator.ts";
import type { KeptMessage, Person, StoredFile } from "./chats.ts";
import { botSender, type FeishuState } from "./state.ts";
import { CODES, FeishuError } from "./wire.ts";

/** A send repeated with the same `uuid` gives the same message for so long. */
const UUID_MS = 3_600_000;
const MAX_TEXT_BODY = 150 * 1024;
const MAX_OTHER_BODY = 30 * 1024;

/** `POST /im/v1/messages` */
export function createMessage(
  state: FeishuState,
  query: URLSearchParams,
  body: Record<string, unknown>,
): object {
  const type = query.get("receive_id_type") ?? "";
  if (!["open_id", "user_id", "union_id", "email", "chat_id"].includes(type)) {
    throw bad("receive_id_type is required and must be one of the known types");
  }
  const { receive_id: id } = body;
  if (typeof id !== "string" || id === "") throw bad("receive_id is required");
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
  if (parent.recalled || state.faults.recalled.take("reply") !== undefined) {
    throw new FeishuError(CODES.recalled, "The message was withdrawn");
  }
  return send(state, state.chats.person(parent.user), body, parent);
}

/** `GET /im/v1/messages/:id` */
export function getMessage(state: FeishuState, id: string): object {
  const kept = findMessage(state, id);
  if (kept.recalled || state.faults.recalled.take("get") !== undefined) {
    throw new FeishuError(CODES.deleted, "The message has been deleted");
  }
  return { items: [kept.message] };
}

/** The message that a call names. */
export function findMessage(state: FeishuState, id: string): KeptMessage {
  const kept = state.chats.message(id);
  if (kept === undefined) throw bad(`Invalid message_id: ${id}`);
  return kept;
}

function send(
  state: FeishuState,
  person: Person,
  body: Record<string, unknown>,
  parent?: KeptMessage,
): object {
  const { msg_type: type, content, uuid } = body;
  if (typeof type !== "string" || typeof content !== "string") {
    throw bad("msg_type and content are required; content is a JSON string");
  }
  if (uuid !== undefined && (typeof uuid !== "string" || uuid.length > 50)) {
    throw bad("uuid must have at most 50 characters");
  }
  const limit = type === "text" ? MAX_TEXT_BODY : MAX_OTHER_BODY;
  if (Buffer.byteLength(JSON.stringify(body)) > limit) {
    throw new FeishuError(CODES.tooLong, "The message content reaches its limit.");
  }
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
  state.typing.end(person.openId, "answered");
  return kept.message;
}

/** Checks what is sent, and tells what the person sees of it. */
function readContent(
  state: FeishuState,
  type: string,
  content: string,
): Pick<SentMessage, "type" | "text" | "bytes" | "name"> {
  const value = parse(content);
  if (!isRecord(value)) throw bad("content is not a string of a JSON object");
  switch (type) {
    case "text": {
      const { text } = value;
      if (typeof text !== "string" || text.trim() === "") throw bad("text must not be empty");
      return { type: "text", text };
    }
    case "post":
    case "interactive":
      return { type: "text", text: content };
    case "image":
      return { type: "image", ...seen(uploaded(state, value["image_key"], "image")) };
    case "file":
      return { type: "file", ...seen(uploaded(state, value["file_key"], "file")) };
    case "media":
      if (value["image_key"] !== undefined) uploaded(state, value["image_key"], "image");
      return { type: "video", ...seen(uploaded(state, value["file_key"], "file")) };
    case "audio":
      return { type: "voice", ...seen(uploaded(state, value["file_key"], "file")) };
    default:
      throw bad(`msg_type ${type} is invalid`);
  }
}

function uploaded(state: FeishuState, key: unknown, kind: StoredFile["kind"]): StoredFile {
  const file = typeof key === "string" ? state.uploads.get(key) : undefined;
  if (file === undefined || file.kind !== kind) throw bad(`invalid ${kind}_key`);
  return file;
}

function seen({ bytes, name }: StoredFile): Pick<SentMessage, "bytes" | "name"> {
  return { bytes, ...(name !== undefined && { name }) };
}

function bad(message: string): FeishuError {
  return new FeishuError(CODES.badParameter, message);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
