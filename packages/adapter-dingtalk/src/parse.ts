import {
  isFields,
  isObject,
  KIND_LABELS,
  numberOf,
  objectsOf,
  type QuoteSource,
  textOf,
  toMessageId,
  toQuoteFields,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { IncomingMessage, MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference } from "./media.ts";
import {
  type DownloadCodes,
  type MessageContent,
  openFields,
  type QuotedContent,
  type QuoteFields,
  type RepliedMessage,
  type RichTextPart,
  type RobotMessage,
  type TextContent,
} from "./wire.ts";

/** A sessionWebhook: an address that answers one person for about 90 minutes. A bearer secret. */
export interface Session {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly user: string;
}

/** The result of {@link parseBody}. */
export interface Parsed {
  readonly incoming: IncomingMessage;
  /** The session that `message.contextToken` stands for. */
  readonly session?: Session;
  /** Name of the sender, for later quotes. */
  readonly title: string;
  /** A quote that came without its text or author: ids under which the adapter may have kept them. */
  readonly unknownQuote?: { readonly source: QuoteSource; readonly ids: readonly string[] };
}

/** Options of {@link parseBody}. */
export interface ParseOptions {
  readonly robotCode: string;
  /** Makes the opaque handle that stands for a sessionWebhook. */
  readonly toHandle: (url: string) => string;
  /** Base address of the old API: an address elsewhere is no session. */
  readonly oapiBase: string;
}

/**
 * Parses one message body. Returns `null` for everything except a person's message to the robot in
 * a chat of two: for groups, the robot's own messages, and kinds other than the five. Never throws.
 *
 * @example
 * const parsed = parseBody(JSON.parse(frame.data), { robotCode, toHandle, oapiBase });
 * if (parsed !== null) await sink(parsed.incoming);
 */
export function parseBody(body: unknown, options: ParseOptions): Parsed | null {
  if (!isFields<RobotMessage>(body) || body.conversationType !== "1") return null;
  const id = textOf(body.msgId);
  const from = textOf(body.senderStaffId) || textOf(body.senderId);
  if (id === "" || from === "") return null;
  const robot = textOf(body.chatbotUserId);
  if (robot !== "" && robot === body.senderId) return null;
  const content = readContent(body);
  if (content === undefined) return null;

  const url = textOf(body.sessionWebhook);
  const { sessionWebhook: _secret, ...rest } = body;
  const contextToken = url === "" ? "" : options.toHandle(url);
  const quote = readQuote(body);
  const message: ParsedMessage = {
    ...content,
    from,
    to: textOf(body.robotCode) || robot || options.robotCode,
    timestamp: numberOf(body.createAt),
    contextToken,
    messageId: toMessageId(id),
    ...(quote !== undefined && toQuoteFields(quote.source, content.text)),
    raw: url === "" ? rest : { ...rest, sessionWebhook: contextToken },
  };
  const until = numberOf(body.sessionWebhookExpiredTime);
  return {
    incoming: { id, message },
    title: textOf(body.senderNick),
    ...(isOwn(url, options.oapiBase) && { session: { url, until, user: from } }),
    ...(quote !== undefined && isUnknown(quote) && { unknownQuote: quote }),
  };
}

/**
 * Whether a sessionWebhook belongs to DingTalk. The signature of HTTP mode does not cover the body,
 * so an attacker who replays a signature could otherwise send the answers to a host of their own.
 */
function isOwn(url: string, oapiBase: string): boolean {
  if (url.startsWith(`${oapiBase}/`)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && /\.dingtalk\.(?:com|io)$/.test(hostname);
}

/** The fields of a message that depend on its type. */
type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

/** Reads the content of a message; `undefined` for kinds other than the five. */
function readContent(body: Unchecked<RobotMessage>): Content | undefined {
  const content = openFields<MessageContent>(body.content);
  const media = readMedia(content);
  switch (body.msgtype) {
    case "text":
      return { type: "text", text: textOf(openFields<TextContent>(body.text).content).trim() };
    case "picture":
      return media && { type: "image", text: "", image: imageOf(media) };
    case "audio": {
      const text = textOf(content.recognition);
      const playtime = numberOf(content.duration);
      return media && { type: "voice", text, voice: { playtime, text, media } };
    }
    case "video":
      return media && { type: "video", text: "", video: videoOf(content, media) };
    case "file": {
      const file_name = textOf(content.fileName) || "file";
      return media && { type: "file", text: "", file: { file_name, len: 0, md5: "", media } };
    }
    case "richText":
      return readRichText(content);
    default:
      return undefined;
  }
}

function imageOf(media: MediaReference): NonNullable<ParsedMessage["image"]> {
  return { thumb_width: 0, thumb_height: 0, mid_size: 0, media };
}

function videoOf(
  content: Unchecked<MessageContent>,
  media: MediaReference,
): NonNullable<ParsedMessage["video"]> {
  const play_length = numberOf(content.duration);
  return { play_length, video_size: 0, thumb_width: 0, thumb_height: 0, media };
}

/** Joins the texts without a separator, and takes the first picture. */
function readRichText(content: Unchecked<MessageContent>): Content | undefined {
  const parts = richParts(content);
  const text = richTextOf(parts);
  const media = parts.map(readMedia).find((found) => found !== undefined);
  const image = media && { image: imageOf(media) };
  if (text.trim() !== "") return { type: "text", text, ...image };
  return image && { type: "image", text: "", ...image };
}

function richParts({ richText }: Unchecked<MessageContent>): Unchecked<RichTextPart>[] {
  return objectsOf(richText);
}

/** The text of a part is in `text`, or in `content` when the rich text is quoted. */
function richTextOf(parts: readonly Unchecked<RichTextPart>[]): string {
  return parts
    .map((part) => textOf(part.text) || (readMedia(part) ? "" : textOf(part.content)))
    .join("");
}

function readMedia(content: Unchecked<DownloadCodes>): MediaReference | undefined {
  const code = textOf(content.downloadCode);
  const pictureCode = textOf(content.pictureDownloadCode);
  const codes = [code, pictureCode].filter((one) => one !== "");
  return codes.length === 0 ? undefined : { encrypt_query_param: formatReference(codes) };
}

/**
 * Reads what the message quotes. The fields of a quote are in `text` for a text, in `content` for
 * other types; the ids may also be in the body itself.
 */
function readQuote(body: Unchecked<RobotMessage>): Parsed["unknownQuote"] {
  const holder = openFields<QuoteFields>(body.msgtype === "text" ? body.text : body.content);
  const replied = holder.repliedMsg;
  const item = openFields<RepliedMessage>(replied);
  // Names the robot's own send, when that is what the message quotes.
  const key = textOf(body.originalProcessQueryKey ?? holder.originalProcessQueryKey);
  const ids = [textOf(item.msgId), textOf(body.originalMsgId ?? holder.originalMsgId), key].filter(
    (id) => id !== "",
  );
  const isReply = holder.isReplyMsg === true || ids.length > 0 || isObject(replied);
  if (!isReply) return undefined;
  const source = { title: textOf(item.senderNick), text: quotedText(item), item };
  if (source.text === undefined) return { source, ids };
  // The text came. The author is worth a look-up only if it is the robot: its sends have a name.
  return { source, ids: source.title === "" && key !== "" ? [key] : [] };
}

function isUnknown({ source, ids }: NonNullable<Parsed["unknownQuote"]>): boolean {
  return source.text === undefined || ids.length > 0;
}

/** The end of a text that DingTalk has left encrypted for the robot. */
const ENCRYPTED = /\|\|\d\|\|\d\|\|\d+$/;

/** The text of a quoted message, or a label for its kind; `undefined` when neither came. */
function quotedText(item: Unchecked<RepliedMessage>): string | undefined {
  const content = openFields<QuotedContent>(item.content);
  switch (item.msgType) {
    case "text":
      return readable(textOf(content.text) || textOf(content.content));
    case "richText":
      return readable(richTextOf(richParts(content))) ?? pictureLabel(content);
    case "picture":
      return KIND_LABELS.image;
    case "audio":
      return textOf(content.recognition) || KIND_LABELS.voice;
    case "video":
      return KIND_LABELS.video;
    case "file":
      return [KIND_LABELS.file, textOf(content.fileName)].filter(Boolean).join(" ");
    default:
      return undefined;
  }
}

function readable(text: string): string | undefined {
  return text === "" || ENCRYPTED.test(text) ? undefined : text;
}

function pictureLabel(content: Unchecked<MessageContent>): string | undefined {
  return richParts(content).some(readMedia) ? KIND_LABELS.image : undefined;
}
