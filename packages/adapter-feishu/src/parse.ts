import {
  isObject,
  KIND_LABELS,
  objectOf,
  parseJson,
  type QuoteSource,
  textOf,
  toMessageId,
} from "@botwright/adapter-kit";
import type { IncomingMessage, ParsedMessage } from "@botwright/core";
import { KINDS, readContent } from "./parse-content.ts";
import { type Event, isEvent, isEventMessage, isMessageObject } from "./wire.ts";

/** Who the bot is. */
export interface Identity {
  readonly appId: string;
  /** `""` when unknown. */
  readonly openId: string;
  /** `""` when unknown. */
  readonly name: string;
}

/** A message, and what is still to be fetched for it. */
export interface ParsedEvent {
  readonly incoming: IncomingMessage;
  /** The id of the message that it answers. */
  readonly parentId?: string;
}

/**
 * One event as a message, or `null` for all that is not a person's message to the bot in a private
 * chat: groups, apps, other events, and kinds that are none of the five. Never throws.
 *
 * @example
 * const parsed = parseEvent(JSON.parse(body), { appId, openId: "", name: "" });
 * if (parsed !== null) await sink(parsed.incoming);
 */
export function parseEvent(event: unknown, bot: Identity): ParsedEvent | null {
  if (!isEvent(event) || event.header["event_type"] !== "im.message.receive_v1") return null;
  const { message, sender } = event.event;
  if (!isEventMessage(message) || message["chat_type"] !== "p2p") return null;
  if (!isObject(sender) || sender["sender_type"] !== "user") return null;
  const from = isObject(sender["sender_id"]) ? textOf(sender["sender_id"]["open_id"]) : "";
  if (from === "") return null;
  const content = readContent({
    messageId: message.message_id,
    type: textOf(message["message_type"]),
    content: textOf(message["content"]),
    mentions: message["mentions"],
    botOpenId: bot.openId,
  });
  if (content === undefined) return null;

  const parsed: ParsedMessage = {
    ...content,
    from,
    to: textOf(event.header["app_id"]) || bot.appId,
    timestamp: timeOf(message["create_time"]),
    contextToken: message.message_id,
    messageId: toMessageId(message.message_id),
    raw: withoutToken(event),
  };
  const parentId = textOf(message["parent_id"]);
  return {
    // The same event may be pushed under one event_id, the same message under one message_id.
    incoming: { id: message.message_id, message: parsed },
    ...(parentId !== "" && { parentId }),
  };
}

/** The platform's id of the chat that an event is of; `""` when it is not told. */
export function chatOf(event: unknown): string {
  const { message } = objectOf(objectOf(event)["event"]);
  return textOf(objectOf(message)["chat_id"]);
}

/** Whether an event without a message should have had one: it is of a kind that is delivered. */
export function isUnreadable(event: unknown): boolean {
  if (!isEvent(event) || event.header["event_type"] !== "im.message.receive_v1") return false;
  const { chat_type: chat = "p2p", message_type: kind = "text" } = objectOf(event.event["message"]);
  const { sender_type: sender = "user" } = objectOf(event.event["sender"]);
  return chat === "p2p" && sender === "user" && KINDS.has(textOf(kind));
}

/** What a message answers, from what the call for that message gave; `undefined` if it gave none. */
export function parseQuote(data: unknown, bot: Identity): QuoteSource | undefined {
  const items = isObject(data) ? data["items"] : undefined;
  const item: unknown = Array.isArray(items) ? items[0] : undefined;
  if (!isMessageObject(item) || item["deleted"] === true) return undefined;
  const content = readContent({
    messageId: textOf(item["message_id"]),
    type: item.msg_type,
    content: isObject(item["body"]) ? textOf(item["body"]["content"]) : "",
    mentions: item["mentions"],
    botOpenId: bot.openId,
  });
  const text = content?.text || KIND_LABELS[content?.type ?? "other"];
  return { title: titleOf(item["sender"], bot), text, item };
}

function titleOf(sender: unknown, bot: Identity): string {
  if (!isObject(sender)) return "";
  const name = textOf(sender["sender_name"]);
  return name === "" && sender["id"] === bot.appId ? bot.name : name;
}

/** Times are texts of milliseconds. */
function timeOf(value: unknown): number {
  const time = Number(textOf(value));
  return Number.isSafeInteger(time) && time > 0 ? time : 0;
}

/** The verification token comes with each event and is a secret. */
function withoutToken(event: Event): Record<string, unknown> {
  const { token: _token, ...header } = event.header;
  return { ...event, header };
}

/** The event of a payload; `undefined` when it is no JSON. */
export function readEvent(payload: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(payload));
}
