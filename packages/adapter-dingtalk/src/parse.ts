import {
  isObject,
  KIND_LABELS,
  numberOf,
  type QuoteSource,
  textOf,
  toMessageId,
  toQuoteFields,
  type WireObject,
} from "@botwright/adapter-kit";
import type { IncomingMessage, MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference } from "./media.ts";
import { openObject } from "./wire.ts";

/** An address at which one person can be answered for a while. A bearer secret. */
export interface Session {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly user: string;
}

/** What a message body holds. */
export interface Parsed {
  readonly incoming: IncomingMessage;
  /** Belongs to `message.contextToken`. */
  readonly session?: Session;
  /** Name of the sender, for later quotes. */
  readonly title: string;
  /** A quote whose text or author did not come: ids under which they may be known. */
  readonly unknownQuote?: { readonly source: QuoteSource; readonly ids: readonly string[] };
}

/** What the parser must be told. */
export interface ParseOptions {
  readonly robotCode: string;
  /** Makes the opaque handle that stands for a sessionWebhook. */
  readonly toHandle: (url: string) => string;
  /** Where the old API is: sessions elsewhere are not used. */
  readonly oapiBase: string;
}

/**
 * One message body, or `null` for all that is not a person's message to the robot in a chat of two:
 * groups, the robot's own, and kinds that are none of the five. Never throws.
 *
 * @example
 * const parsed = parseBody(JSON.parse(frame.data), { robotCode, toHandle });
 * if (parsed !== null) await sink(parsed.incoming);
 */
export function parseBody(body: unknown, options: ParseOptions): Parsed | null {
  if (!isObject(body) || body["conversationType"] !== "1") return null;
  const id = textOf(body["msgId"]);
  const from = textOf(body["senderStaffId"]) || textOf(body["senderId"]);
  if (id === "" || from === "") return null;
  const robot = textOf(body["chatbotUserId"]);
  if (robot !== "" && robot === body["senderId"]) return null;
  const content = readContent(body);
  if (content === undefined) return null;

  const url = textOf(body["sessionWebhook"]);
  const { sessionWebhook: _secret, ...rest } = body;
  const contextToken = url === "" ? "" : options.toHandle(url);
  const quote = readQuote(body);
  const message: ParsedMessage = {
    ...content,
    from,
    to: textOf(body["robotCode"]) || robot || options.robotCode,
    timestamp: numberOf(body["createAt"]),
    contextToken,
    messageId: toMessageId(id),
    ...(quote !== undefined && toQuoteFields(quote.source, content.text)),
    raw: url === "" ? rest : { ...rest, sessionWebhook: contextToken },
  };
  const until = numberOf(body["sessionWebhookExpiredTime"]);
  return {
    incoming: { id, message },
    title: textOf(body["senderNick"]),
    ...(isOwn(url, options.oapiBase) && { session: { url, until, user: from } }),
    ...(quote !== undefined && isUnknown(quote) && { unknownQuote: quote }),
  };
}

/** HTTP mode does not sign the body: an address of somebody else's must not get the answers. */
function isOwn(url: string, oapiBase: string): boolean {
  if (url.startsWith(`${oapiBase}/`)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && /\.dingtalk\.(?:com|io)$/.test(hostname);
}

/** What a message is about. */
type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

/** Reads the content of a message; `undefined` when it is none of the five kinds. */
function readContent(body: WireObject): Content | undefined {
  const content = openObject(body["content"]);
  const media = readMedia(content);
  switch (body["msgtype"]) {
    case "text":
      return { type: "text", text: textOf(openObject(body["text"])["content"]).trim() };
    case "picture":
      return media && { type: "image", text: "", image: imageOf(media) };
    case "audio": {
      const text = textOf(content["recognition"]);
      const playtime = numberOf(content["duration"]);
      return media && { type: "voice", text, voice: { playtime, text, media } };
    }
    case "video":
      return media && { type: "video", text: "", video: videoOf(content, media) };
    case "file": {
      const file_name = textOf(content["fileName"]) || "file";
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

function videoOf(content: WireObject, media: MediaReference): NonNullable<ParsedMessage["video"]> {
  const play_length = numberOf(content["duration"]);
  return { play_length, video_size: 0, thumb_width: 0, thumb_height: 0, media };
}

/** The texts as they are joined, and the first picture. */
function readRichText(content: WireObject): Content | undefined {
  const parts = richParts(content);
  const text = richTextOf(parts);
  const media = parts.map(readMedia).find((found) => found !== undefined);
  const image = media && { image: imageOf(media) };
  if (text.trim() !== "") return { type: "text", text, ...image };
  return image && { type: "image", text: "", ...image };
}

function richParts(content: WireObject): WireObject[] {
  const { richText } = content;
  return Array.isArray(richText) ? richText.filter(isObject) : [];
}

/** Quotes write the texts of their parts under another name. */
function richTextOf(parts: readonly WireObject[]): string {
  return parts
    .map((part) => textOf(part["text"]) || (readMedia(part) ? "" : textOf(part["content"])))
    .join("");
}

function readMedia(content: WireObject): MediaReference | undefined {
  const code = textOf(content["downloadCode"]);
  const pictureCode = textOf(content["pictureDownloadCode"]);
  const codes = [code, pictureCode].filter((one) => one !== "");
  return codes.length === 0 ? undefined : { encrypt_query_param: formatReference(codes) };
}

/** What the message answers. In a text the fields stand in `text`, in all others in `content`. */
function readQuote(body: WireObject): Parsed["unknownQuote"] {
  const holder = openObject(body["msgtype"] === "text" ? body["text"] : body["content"]);
  const replied = holder["repliedMsg"];
  const item = openObject(replied);
  /** The robot's own send that is quoted. */
  const key = textOf(body["originalProcessQueryKey"] ?? holder["originalProcessQueryKey"]);
  const ids = [
    textOf(item["msgId"]),
    textOf(body["originalMsgId"] ?? holder["originalMsgId"]),
    key,
  ].filter((id) => id !== "");
  const isReply = holder["isReplyMsg"] === true || ids.length > 0 || isObject(replied);
  if (!isReply) return undefined;
  const source = { title: textOf(item["senderNick"]), text: quotedText(item), item };
  if (source.text === undefined) return { source, ids };
  // Only of its own sends the robot knows who said them.
  return { source, ids: source.title === "" && key !== "" ? [key] : [] };
}

function isUnknown({ source, ids }: NonNullable<Parsed["unknownQuote"]>): boolean {
  return source.text === undefined || ids.length > 0;
}

/** How a text looks that DingTalk did not open for the robot. */
const SEALED = /\|\|\d\|\|\d\|\|\d+$/;

/** The text of a quoted message or a label; `undefined` when it did not come. */
function quotedText(item: WireObject): string | undefined {
  const content = openObject(item["content"]);
  switch (item["msgType"]) {
    case "text":
      return readable(textOf(content["text"]) || textOf(content["content"]));
    case "richText":
      return readable(richTextOf(richParts(content))) ?? pictureLabel(content);
    case "picture":
      return KIND_LABELS.image;
    case "audio":
      return textOf(content["recognition"]) || KIND_LABELS.voice;
    case "video":
      return KIND_LABELS.video;
    case "file":
      return [KIND_LABELS.file, textOf(content["fileName"])].filter(Boolean).join(" ");
    default:
      return undefined;
  }
}

function readable(text: string): string | undefined {
  return text === "" || SEALED.test(text) ? undefined : text;
}

function pictureLabel(content: WireObject): string | undefined {
  return richParts(content).some(readMedia) ? KIND_LABELS.image : undefined;
}
