import { createHash } from "node:crypto";
import {
  fieldsOf,
  isFields,
  numberOf,
  textOf,
  toMessageId,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { IncomingMessage, MediaReference, ParsedMessage } from "@botwright/core";
import { entriesWithoutUrls, normalizeKey, referenceOf, withoutUrls } from "./media/reference.ts";
import { type QuotableText, readQuote } from "./parse/quote.ts";
import {
  type CdnMedia,
  type FileItem,
  idOf,
  type ImageItem,
  ITEM_TYPES,
  itemsOf,
  type MediaPayload,
  MESSAGE_STATES,
  MESSAGE_TYPES,
  type MessageItem,
  type TextItem,
  type Thumbnail,
  type VideoItem,
  type VoiceItem,
  type WeixinMessage,
} from "./wire.ts";

/** The context in which {@link parseMessage} reads a message. */
export interface ParseContext {
  /** The timestamp of a message without one, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** The stored message that it quotes. */
  readonly quoted?: QuotableText | undefined;
}

/**
 * Parses one element of `msgs`. Returns `null` for everything except a person's message to the bot, that is:
 * for groups, the bot's own messages, messages with a {@link reasonToDrop}, and messages of an unsupported
 * kind. Never throws.
 *
 * @example
 * const incoming = parseMessage(message, { receivedAt: Date.now() });
 * if (incoming !== null) await sink(incoming);
 */
export function parseMessage(message: unknown, context: ParseContext): IncomingMessage | null {
  if (!isFields<WeixinMessage>(message)) return null;
  const from = personOf(message);
  const content = readContent(message);
  if (from === "" || content === undefined || reasonToDrop(message) !== undefined) return null;
  const id = exactId(message);
  const parsed: ParsedMessage = {
    ...content,
    from,
    to: textOf(message.to_user_id),
    timestamp: numberOf(message.create_time_ms) || context.receivedAt,
    contextToken: textOf(message.context_token),
    messageId: toMessageId(id),
    ...readQuote(message, context.quoted, content.text),
    raw: Object.fromEntries(entriesWithoutUrls(message)),
  };
  return { id, message: parsed };
}

/** The person who writes to the bot; `""` in a group, and for the bot's own messages. */
export function personOf(message: Unchecked<WeixinMessage>): string {
  const isDirect = message.message_type === MESSAGE_TYPES.user && textOf(message.group_id) === "";
  return isDirect ? textOf(message.from_user_id) : "";
}

/**
 * Why a readable message of a person is not delivered: the person has recalled it, or the message is
 * still being written. The finished copy follows with the same id, so an inbox would drop it as a duplicate if the
 * unfinished one were delivered.
 */
export function reasonToDrop(
  message: Unchecked<WeixinMessage>,
): "recalled" | "unfinished" | undefined {
  if (numberOf(message.delete_time_ms) > 0) return "recalled";
  const { message_state: state } = message;
  if (state === MESSAGE_STATES.generating) return "unfinished";
  // Whole messages have been seen with the state "new", so the items decide.
  const isPart = itemsOf(message).some((item) => item.is_completed === false);
  return isPart && state !== MESSAGE_STATES.finished ? "unfinished" : undefined;
}

/** The server's id, otherwise a digest of the fields that are the same in each delivery of the message. */
function exactId(message: Unchecked<WeixinMessage>): string {
  const items = itemsOf(message);
  const given = idOf(message.message_id) || idOf(items[0]?.msg_id) || idOf(message.client_id);
  if (given !== "") return given;
  const parts = [message.from_user_id, message.create_time_ms, withoutUrls(items)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;
type Medium = Omit<Content, "text">;

/** The first media item decides the type; text items are its caption. */
function readContent(message: Unchecked<WeixinMessage>): Content | undefined {
  const items = itemsOf(message);
  const texts = items.filter((item) => item.type === ITEM_TYPES.text);
  const words = texts.map((item) => textOf(fieldsOf<TextItem>(item.text_item).text)).join("\n");
  const medium = items.map(readMedium).find((found) => found !== undefined);
  if (medium === undefined) return texts.length === 0 ? undefined : { type: "text", text: words };
  const text = texts.length === 0 ? (medium.voice?.text ?? "") : words;
  return { ...medium, text };
}

function readMedium(item: Unchecked<MessageItem>): Medium | undefined {
  switch (item.type) {
    case ITEM_TYPES.image: {
      const image = fieldsOf<ImageItem>(item.image_item);
      const mid_size = numberOf(image.mid_size);
      return { type: "image", image: { ...thumbOf(image), mid_size, media: mediaOf(image) } };
    }
    case ITEM_TYPES.voice: {
      const voice = fieldsOf<VoiceItem>(item.voice_item);
      const playtime = numberOf(voice.playtime);
      const text = textOf(voice.text);
      return { type: "voice", voice: { playtime, text, media: mediaOf(voice) } };
    }
    case ITEM_TYPES.file: {
      const file = fieldsOf<FileItem>(item.file_item);
      const file_name = textOf(file.file_name) || "file";
      const len = numberOf(file.len);
      const md5 = textOf(file.md5).toLowerCase();
      return { type: "file", file: { file_name, len, md5, media: mediaOf(file) } };
    }
    case ITEM_TYPES.video: {
      const video = fieldsOf<VideoItem>(item.video_item);
      const play_length = secondsOf(numberOf(video.play_length));
      const video_size = numberOf(video.video_size);
      const media = mediaOf(video);
      return { type: "video", video: { play_length, video_size, ...thumbOf(video), media } };
    }
    default:
      return undefined;
  }
}

function thumbOf(item: Unchecked<Thumbnail>): Required<Thumbnail> {
  return {
    thumb_width: numberOf(item.thumb_width),
    thumb_height: numberOf(item.thumb_height),
  };
}

/** The unit of the wire is not documented: a number above 3600 counts as milliseconds, otherwise as seconds. */
function secondsOf(length: number): number {
  return length > 3600 ? Math.round(length / 1000) : length;
}

function mediaOf(payload: Unchecked<MediaPayload>): MediaReference {
  const media = fieldsOf<CdnMedia>(payload.media);
  return {
    encrypt_query_param: referenceOf(media),
    aes_key: normalizeKey(textOf(payload.aeskey), textOf(media.aes_key)),
  };
}
