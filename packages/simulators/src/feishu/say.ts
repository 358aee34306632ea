import { randomBytes } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import type { MessageIds } from "../simulator.ts";
import type { MediaInput, QuoteInput, UserMessage } from "../message/user-message.ts";
import type { ForwardedMessage, StoredMessage, StoredFile } from "./chats.ts";
import { botSender, type FeishuState, TENANT } from "./state.ts";
import type { FeishuEvent, FeishuSender } from "./wire.ts";

/** A mention in a text, in the form of events. */
export interface FeishuMention {
  /** Its placeholder in the text: `@_user_1`. */
  readonly key: string;
  readonly id: { readonly open_id: string };
  readonly name: string;
}

/** A message in a forward. */
export interface FeishuForwarded {
  /** The open_id of its author. */
  readonly from: string;
  /** The message type: `text`, `post`, `image`, … */
  readonly type: string;
  /** The content as an object, or as the exact text on the wire. */
  readonly content: object | string;
  /** The messages in it, when it is itself a forward. */
  readonly forwarded?: readonly FeishuForwarded[];
}

/** A message of a kind that only Feishu has. */
export interface FeishuPush {
  /** The sender's open_id. */
  readonly from: string;
  /** `post`, `sticker`, `interactive`, `location`, … */
  readonly type: string;
  /** The content as an object, or as the exact text on the wire. */
  readonly content: object | string;
  /** The files that the content refers to, by their keys. */
  readonly files?: Readonly<Record<string, MediaInput & { readonly kind?: "image" | "file" }>>;
  readonly mentions?: readonly FeishuMention[];
  /** The messages in a `merge_forward`, which a bot reads by its id. */
  readonly forwarded?: readonly FeishuForwarded[];
  /** @default "p2p" */
  readonly chatType?: "p2p" | "group";
  /** @default "user" */
  readonly senderType?: "user" | "app";
  /** @default "im.message.receive_v1" */
  readonly eventType?: string;
  readonly quote?: QuoteInput;
  /** The id of the message that this one answers, whether it exists or not. */
  readonly parentId?: string;
}

/** Sends one message as a person in their private chat. */
export function say(state: FeishuState, message: UserMessage): MessageIds {
  const { from, quote } = message;
  const rest = { from, ...(quote !== undefined && { quote }) };
  if ("text" in message) {
    return push(state, { ...rest, type: "text", content: { text: message.text } });
  }
  if ("image" in message) {
    const key = newKey("img");
    const files = { [key]: { ...message.image, kind: "image" as const } };
    return push(state, { ...rest, type: "image", content: { image_key: key }, files });
  }
  const key = newKey("file");
  if ("voice" in message) {
    const content = { file_key: key, duration: message.voice.playtime ?? 2000 };
    return push(state, { ...rest, type: "audio", content, files: { [key]: message.voice } });
  }
  if ("video" in message) {
    const { name = "video.mp4" } = message.video;
    const content = {
      file_key: key,
      image_key: newKey("img"),
      file_name: name,
      duration: 3000,
    };
    return push(state, { ...rest, type: "media", content, files: { [key]: message.video } });
  }
  const content = { file_key: key, file_name: message.file.name ?? "file" };
  return push(state, { ...rest, type: "file", content, files: { [key]: message.file } });
}

/** Puts a message of any kind into a chat and queues its event for the bot. */
export function push(state: FeishuState, given: FeishuPush): MessageIds {
  const person = state.chats.person(given.from);
  const { content, quote } = given;
  const parent = quote === undefined ? undefined : quoted(state, given.from, quote);
  const text =
    typeof content === "object" && "text" in content && typeof content.text === "string"
      ? content.text
      : undefined;
  const kept = state.chats.add({
    user: given.from,
    sender: userSender(state, given.from),
    type: given.type,
    content: wireContent(content),
    forwarded: toForwarded(state, given.forwarded ?? []),
    ...(given.chatType === "group" && { chatId: `oc_${randomBytes(16).toString("hex")}` }),
    parent: parent?.message,
    text,
    files: storedFiles(given.files ?? {}),
    mentions: (given.mentions ?? []).map(toMention),
    at: state.now(),
  });
  const { message } = kept;
  const parentId = given.parentId ?? message.parent_id;
  const rootId = given.parentId ?? message.root_id;
  const senderType = given.senderType ?? "user";
  const id = message.message_id;
  const at = message.create_time;
  const event: FeishuEvent = {
    schema: "2.0",
    header: {
      event_id: randomBytes(16).toString("hex"),
      event_type: given.eventType ?? "im.message.receive_v1",
      create_time: at,
      token: state.verificationToken,
      app_id: state.appId,
      tenant_key: TENANT,
    },
    event: {
      sender: {
        sender_id: { union_id: person.unionId, user_id: null, open_id: person.openId },
        sender_type: senderType,
        tenant_key: TENANT,
      },
      message: {
        message_id: id,
        ...(parentId !== undefined && { root_id: rootId, parent_id: parentId }),
        create_time: at,
        update_time: at,
        chat_id: message.chat_id,
        chat_type: given.chatType ?? "p2p",
        message_type: given.type,
        content: message.body.content,
        ...(given.mentions !== undefined && { mentions: given.mentions }),
      },
    },
  };
  state.queue.add(event, message.chat_id);
  return { id, messageId: id };
}

function wireContent(content: object | string): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

function toForwarded(
  state: FeishuState,
  messages: readonly FeishuForwarded[],
): readonly ForwardedMessage[] {
  return messages.map(({ from, type, content, forwarded = [] }) => ({
    sender: userSender(state, from),
    type,
    content: wireContent(content),
    forwarded: toForwarded(state, forwarded),
  }));
}

/** Makes a file key in the platform's form. */
export function newKey(kind: "img" | "file"): string {
  return `${kind}_v3_02${randomBytes(16).toString("hex")}`;
}

function storedFiles(files: NonNullable<FeishuPush["files"]>): Map<string, StoredFile> {
  return new Map(
    Object.entries(files).map(([key, { bytes, name, mime, kind = "file" }]) => [
      key,
      { kind, bytes, name, mime },
    ]),
  );
}

/** A mention in the form of the message calls, in which `id` is the open_id alone. */
function toMention({ key, id, name }: FeishuMention): object {
  return { key, id: id.open_id, id_type: "open_id", name, tenant_key: TENANT };
}

function userSender(state: FeishuState, openId: string): FeishuSender {
  const { name } = state.chats.person(openId);
  return {
    id: openId,
    id_type: "open_id",
    sender_type: "user",
    tenant_key: TENANT,
    ...(name !== "" && state.senderNames && { sender_name: name }),
  };
}

/**
 * The quoted message: the newest of the chat with this text, if there is an author the author's newest. If there is
 * none, an earlier message is created.
 */
function quoted(
  state: FeishuState,
  user: string,
  { text, from }: { readonly text: string; readonly from?: string },
): StoredMessage {
  const { chats } = state;
  const known = chats.withText(user, text, from);
  if (known !== undefined) return known;
  if (from !== undefined && from !== user) {
    throw new SimulatorError("INVALID_INPUT", "In a private chat only the two can be quoted.");
  }
  return chats.add({
    user,
    sender: from === undefined ? botSender(state) : userSender(state, from),
    type: "text",
    content: JSON.stringify({ text }),
    text,
    at: state.now(),
  });
}
