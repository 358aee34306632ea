import {
  fieldsOf,
  KIND_LABELS,
  parseJson,
  type QuoteSource,
  textOf,
  toMessageId,
} from "@botwright/adapter-kit";
import type { IncomingMessage, ParsedMessage } from "@botwright/core";
import { type Content, KINDS, readContent } from "./parse/content.ts";
import {
  type EventSender,
  FORWARD,
  isEvent,
  isEventMessage,
  type KnownEvent,
  MESSAGE_RECEIVED,
  messageIn,
  type UserIds,
} from "./wire.ts";
import {
  isMessageObject,
  type MessageBody,
  type MessageList,
  type MessageSender,
} from "./wire/api.ts";

/** The bot's ids and name, by which messages refer to it. */
export interface Identity {
  readonly appId: string;
  /** `""` when unknown. */
  readonly openId: string;
  /** `""` when unknown. */
  readonly name: string;
}

/** A message, and the ids that the adapter has to look up for it. */
export interface ParsedEvent {
  readonly incoming: IncomingMessage;
  /** The id of the message that this one answers. */
  readonly parentId?: string;
  /** Set for a forward, whose text the adapter still has to fetch. */
  readonly isForward?: true;
}

/**
 * Parses one event. Returns `null` for everything except a person's message to the bot in a private
 * chat: for groups, apps, other events, and messages of an unsupported kind that have no text. Never throws.
 *
 * @example
 * const parsed = parseEvent(JSON.parse(body), { appId, openId: "", name: "" });
 * if (parsed !== null) await sink(parsed.incoming);
 */
export function parseEvent(event: unknown, bot: Identity): ParsedEvent | null {
  if (!isEvent(event) || event.header.event_type !== MESSAGE_RECEIVED) return null;
  const { message } = event.event;
  if (!isEventMessage(message) || message.chat_type !== "p2p") return null;
  const sender = fieldsOf<EventSender>(event.event.sender);
  const from = textOf(fieldsOf<UserIds>(sender.sender_id).open_id);
  if (sender.sender_type !== "user" || from === "") return null;
  const isForward = message.message_type === FORWARD;
  const content: Content | undefined = isForward
    ? { type: "text", text: "" }
    : readContent({
        messageId: message.message_id,
        type: textOf(message.message_type),
        content: textOf(message.content),
        mentions: message.mentions,
        botOpenId: bot.openId,
      });
  if (content === undefined) return null;

  const parsed: ParsedMessage = {
    ...content,
    from,
    to: textOf(event.header.app_id) || bot.appId,
    timestamp: timeOf(message.create_time),
    contextToken: message.message_id,
    messageId: toMessageId(message.message_id),
    raw: withoutToken(event),
  };
  const parentId = textOf(message.parent_id);
  return {
    // Two pushes of a message may have two event_ids, but have the same message_id.
    incoming: { id: message.message_id, message: parsed },
    ...(parentId !== "" && { parentId }),
    ...(isForward && { isForward }),
  };
}

/** The id of the chat of an event's message; `""` when it has none. */
export function chatOf(event: unknown): string {
  return textOf(messageIn(event).chat_id);
}

/**
 * Whether an event that {@link parseEvent} drops may be a message to the bot of a supported kind that cannot be
 * read; others are dropped on purpose.
 */
export function isUnreadable(event: unknown): boolean {
  return KINDS.has(kindOf(event));
}

/**
 * The type of a message to the bot that {@link parseEvent} drops because it does not support that type;
 * `""` when it drops the event for another reason.
 */
export function unsupportedKind(event: unknown): string {
  const kind = kindOf(event);
  return KINDS.has(kind) ? "" : kind;
}

/** The type of a message that a person may have written to the bot; `""` for any other event. */
function kindOf(event: unknown): string {
  if (!isEvent(event) || event.header.event_type !== MESSAGE_RECEIVED) return "";
  const { chat_type: chat = "p2p", message_type: kind = "text" } = messageIn(event);
  const { sender_type: sender = "user" } = fieldsOf<EventSender>(event.event.sender);
  return chat === "p2p" && sender === "user" ? textOf(kind) : "";
}

/** Reads the quoted message from an answer of "get message"; `undefined` when it contains none. */
export function parseQuote(data: unknown, bot: Identity): QuoteSource | undefined {
  const { items } = fieldsOf<MessageList>(data);
  const item: unknown = Array.isArray(items) ? items[0] : undefined;
  if (!isMessageObject(item) || item.deleted === true) return undefined;
  const content = readContent({
    messageId: textOf(item.message_id),
    type: item.msg_type,
    content: textOf(fieldsOf<MessageBody>(item.body).content),
    mentions: item.mentions,
    botOpenId: bot.openId,
  });
  const text = content?.text || KIND_LABELS[content?.type ?? "other"];
  return { title: titleOf(item.sender, bot), text, item };
}

function titleOf(sender: unknown, bot: Identity): string {
  const { sender_name, id } = fieldsOf<MessageSender>(sender);
  const name = textOf(sender_name);
  return name === "" && id === bot.appId ? bot.name : name;
}

/** Milliseconds since 1970, which the platform writes as text; 0 for anything else. */
function timeOf(value: unknown): number {
  const time = Number(textOf(value));
  return Number.isSafeInteger(time) && time > 0 ? time : 0;
}

/** The event without its verification token, which is a secret that plugins must not see. */
function withoutToken(event: KnownEvent): Record<string, unknown> {
  const { token: _token, ...header } = event.header;
  return { ...event, header };
}

/** The event in the bytes of a frame or callback; `undefined` when they are not JSON. */
export function readEvent(payload: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(payload));
}
