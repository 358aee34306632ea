import {
  extensionOf,
  fieldsOf,
  isFields,
  KIND_LABELS,
  MAX_MESSAGE_DEPTH,
  numberOf,
  textOf,
  toMessageId,
  toQuoteFields,
  type QuoteSource,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { IncomingMessage, MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference } from "./media.ts";
import { kindOf, readOther } from "./parse/other.ts";
import {
  type Chat,
  type ExternalReply,
  isChat,
  isFile,
  isMessage,
  isUpdate,
  isUser,
  type KnownChat,
  type KnownFile,
  type KnownMessage,
  type KnownUpdate,
  type KnownUser,
  type LivePhoto,
  type Message,
  type MessageContent,
  type MessageOrigin,
  type PhotoSize,
  type RichMessage,
  type TextQuote,
  type User,
} from "./wire.ts";

/**
 * Parses one update. Returns `null` for everything except a person's message to the bot in a private
 * chat: for groups, bots, edits, events, and messages of an unsupported kind that have no text. Never throws.
 *
 * @example
 * const update = JSON.parse(body);
 * const incoming = parseUpdate(update, "42");
 * if (incoming !== null) await sink(incoming);
 */
export function parseUpdate(update: unknown, botId: string): IncomingMessage | null {
  if (!isUpdate(update)) return null;
  const received = privateMessage(update);
  if (received === undefined) return null;
  const { message, from, chat } = received;
  const content = readContent(message);
  if (content === undefined) return null;

  const quote = readQuote(message);
  const parsed: ParsedMessage = {
    ...content,
    from: String(from.id),
    to: botId,
    timestamp: numberOf(message.date) * 1000,
    contextToken: formatContextToken(chat.id, message.message_id),
    messageId: toMessageId(String(message.message_id)),
    ...(quote !== undefined && toQuoteFields(quote, content.text)),
    raw: { ...update },
  };
  return { id: String(update.update_id), message: parsed };
}

/** An update's message, if a person has written it to the bot in a private chat. */
function privateMessage(
  update: KnownUpdate,
): { message: KnownMessage; from: KnownUser; chat: KnownChat } | undefined {
  const { message } = update;
  if (!isMessage(message)) return undefined;
  const { from, chat } = message;
  if (!isUser(from) || from.is_bot === true) return undefined;
  if (!isChat(chat) || chat.type !== "private") return undefined;
  if (message.business_connection_id !== undefined) return undefined;
  return { message, from, chat };
}

/**
 * The kind of a message to the bot that {@link parseUpdate} drops because it does not support that kind;
 * `""` when it drops the update for another reason.
 */
export function unsupportedKind(update: unknown): string {
  const received = isUpdate(update) ? privateMessage(update) : undefined;
  if (received === undefined || readContent(received.message) !== undefined) return "";
  return kindOf(received.message);
}

function formatContextToken(chat: number, message: number): string {
  return `${chat}:${message}`;
}

/** The message id in a context token, if the token belongs to this chat. */
export function readContextToken(token: string, chat: string): number | undefined {
  if (!token.startsWith(`${chat}:`)) return undefined;
  const id = token.slice(chat.length + 1);
  const message = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN;
  return Number.isSafeInteger(message) ? message : undefined;
}

function readQuote(message: KnownMessage): QuoteSource | undefined {
  const item = message.reply_to_message;
  if (isFields<Message>(item)) {
    return { title: nameOf(item.from), text: quotedText(message, item), item };
  }
  const external = message.external_reply;
  if (!isFields<ExternalReply>(external)) return undefined;
  return {
    title: originName(external.origin),
    text: quotedText(message, external),
    item: external,
  };
}

/** The part that the user selected, otherwise the whole text, otherwise a label. */
function quotedText(message: KnownMessage, quoted: Unchecked<MessageContent>): string {
  const marked = textOf(fieldsOf<TextQuote>(message.quote).text);
  if (marked !== "") return marked;
  const content = readContent(quoted);
  // Messages of unsupported kinds may have a caption as well.
  const text = content?.text ?? textOf(quoted.caption);
  return text || KIND_LABELS[content?.type ?? "other"];
}

function nameOf(user: unknown): string {
  const { first_name: first, last_name: last } = fieldsOf<User>(user);
  return [textOf(first), textOf(last)].filter(Boolean).join(" ");
}

function originName(given: unknown): string {
  const origin = fieldsOf<MessageOrigin>(given);
  const chat = origin.sender_chat ?? origin.chat;
  return (
    nameOf(origin.sender_user) ||
    textOf(origin.sender_user_name) ||
    textOf(fieldsOf<Chat>(chat).title)
  );
}

/** The fields of a message that depend on its content. */
type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

/**
 * Reads the content of a message; `undefined` for an unsupported kind that has no text.
 *
 * The order matters, because an animation also has a `document`, and a live photo may have a `photo`.
 */
function readContent(message: Unchecked<MessageContent>): Content | undefined {
  if (typeof message.text === "string") return { type: "text", text: message.text };
  if (isFields<RichMessage>(message.rich_message)) {
    return { type: "text", text: flattenRichMessage(message.rich_message) };
  }
  const text = textOf(message.caption);
  const { animation, live_photo: live, voice, video, video_note: note, document, audio } = message;
  const photo = message.photo ?? fieldsOf<LivePhoto>(live).photo;
  if (isFile(animation)) return { type: "video", text, video: readVideo(animation) };
  const image = Array.isArray(photo) ? readImage(photo.filter(isFile)) : undefined;
  if (image !== undefined) return { type: "image", text, image };
  if (isFile(voice)) return { type: "voice", text, voice: readVoice(voice) };
  if (isFile(video)) return { type: "video", text, video: readVideo(video) };
  if (isFile(note)) return { type: "video", text, video: readVideo(note) };
  if (isFile(document)) return { type: "file", text, file: readFile(document) };
  if (isFile(audio)) return { type: "file", text, file: readFile(audio) };
  const other = readOther(message);
  return other === "" ? undefined : { type: "text", text: other };
}

/** A photo comes in several sizes, whose order is not documented. */
function readImage(sizes: readonly KnownFile[]): ParsedMessage["image"] {
  const [first, ...others] = sizes;
  if (first === undefined) return undefined;
  let largest = first;
  let smallest = first;
  for (const size of others) {
    if (areaOf(size) > areaOf(largest)) largest = size;
    if (areaOf(size) < areaOf(smallest)) smallest = size;
  }
  return {
    thumb_width: numberOf(smallest.width),
    thumb_height: numberOf(smallest.height),
    mid_size: numberOf(largest.file_size),
    media: readMedia(largest),
  };
}

function areaOf(size: KnownFile): number {
  return numberOf(size.width) * numberOf(size.height);
}

function readVoice(voice: KnownFile): NonNullable<ParsedMessage["voice"]> {
  return { playtime: numberOf(voice.duration) * 1000, text: "", media: readMedia(voice) };
}

function readVideo(video: KnownFile): NonNullable<ParsedMessage["video"]> {
  const thumbnail = fieldsOf<PhotoSize>(video.thumbnail);
  return {
    play_length: numberOf(video.duration),
    video_size: numberOf(video.file_size),
    thumb_width: numberOf(thumbnail.width),
    thumb_height: numberOf(thumbnail.height),
    media: readMedia(video),
  };
}

function readFile(file: KnownFile): NonNullable<ParsedMessage["file"]> {
  return {
    file_name: textOf(file.file_name) || `file${extensionOf(textOf(file.mime_type))}`,
    len: numberOf(file.file_size),
    md5: "",
    media: readMedia(file),
  };
}

function readMedia(file: KnownFile): MediaReference {
  return {
    encrypt_query_param: formatReference(file.file_id),
    file_id: file.file_id,
    file_unique_id: textOf(file.file_unique_id),
  };
}

/**
 * The plain text of a rich message, with one line per block. A block has its text in `text`, which
 * is a string, a list of such values, or an object with its own `text`.
 */
function flattenRichMessage(rich: Unchecked<RichMessage>): string {
  const { blocks } = rich;
  if (!Array.isArray(blocks)) return "";
  return blocks
    .map((block) => flatten(block, 0))
    .filter((line) => line !== "")
    .join("\n");
}

function flatten(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (depth > MAX_MESSAGE_DEPTH) return "";
  if (Array.isArray(value)) return value.map((part) => flatten(part, depth + 1)).join("");
  return flatten(fieldsOf<{ text?: unknown }>(value).text, depth + 1);
}
