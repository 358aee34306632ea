import { createHash } from "node:crypto";
import { isObject, toMessageId } from "@botwright/adapter-kit";
import type { IncomingMessage, MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference, type MediaFields } from "./media.ts";
import type { Picture } from "./media/picture.ts";
import { Elements, type Message } from "./wire.ts";

/**
 * Parses a decrypted callback. Returns `null` for everything except a member's message to the app: for
 * groups, events, messages of the system, and messages of an unsupported kind that have no text. Never
 * throws.
 *
 * @example
 * const incoming = parseMessage(readXml(xml), corpId);
 * if (incoming !== null) await sink(incoming);
 */
export function parseMessage(message: unknown, corpId: string): IncomingMessage | null {
  if (!isObject(message)) return null;
  const elements = new Elements<Message>(message);
  const from = memberOf(elements);
  if (from === "") return null;
  const content = readContent(elements);
  if (content === undefined) return null;
  const id = elements.get("MsgId") || fingerprint(message);
  const agent = elements.get("AgentID");
  const parsed: ParsedMessage = {
    ...content,
    from,
    to: agent === "" ? corpId : `${corpId}:${agent}`,
    timestamp: readTime(elements.get("CreateTime")),
    // WeCom has no reply token; a send needs only the member's id.
    contextToken: from,
    messageId: toMessageId(id),
    raw: Object.fromEntries(Object.entries(message).filter(([name]) => !PICTURE_URL.test(name))),
  };
  return { id, message: parsed };
}

/**
 * The element with the URL of a picture. It is removed from messages, because plugins must download by the reference
 * in `media`, for which they need the permission.
 */
const PICTURE_URL = /^PicUrl$/i;

/** The URL of a message's picture. */
export function pictureOf(message: unknown): Picture | undefined {
  if (!isObject(message)) return undefined;
  const elements = new Elements<Message>(message);
  const [mediaId, url] = [elements.get("MediaId"), elements.get("PicUrl")];
  return mediaId === "" || url === "" ? undefined : { mediaId, url };
}

/** The kind of a member's message to the app; `undefined` for anything else. */
export function kindOf(message: unknown): string | undefined {
  if (!isObject(message)) return undefined;
  const elements = new Elements<Message>(message);
  const kind = elements.get("MsgType").toLowerCase();
  return memberOf(elements) === "" || kind === "event" ? undefined : kind;
}

/** The member who has written the message; `""` for a group, and for the system. */
function memberOf(elements: Elements<Message>): string {
  const from = elements.get("FromUserName");
  return from.toLowerCase() === "sys" || elements.get("ChatId") !== "" ? "" : from;
}

/** The id of a message without a MsgId: a hash of its elements, which are the same in a repeated callback. */
function fingerprint(message: object): string {
  const entries = Object.entries(message).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `sha256:${createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32)}`;
}

/** Converts seconds to milliseconds; 0 for a text that is not a time. */
function readTime(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) * 1000 : 0;
}

/** The fields of a message that depend on its MsgType. */
type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

function readContent(elements: Elements<Message>): Content | undefined {
  const type = elements.get("MsgType").toLowerCase();
  if (type === "text") return { type, text: elements.get("Content") };
  if (type === "link") return textContent(readLink(elements));
  if (type === "location") return textContent(readPlace(elements));
  const mediaId = elements.get("MediaId");
  if (mediaId === "") return undefined;
  switch (type) {
    case "image": {
      const media = readMedia(mediaId, {});
      return { type, text: "", image: { thumb_width: 0, thumb_height: 0, mid_size: 0, media } };
    }
    case "voice": {
      const text = elements.get("Recognition");
      const media = readMedia(mediaId, { format: elements.get("Format") });
      return { type, text, voice: { playtime: 0, text, media } };
    }
    case "video": {
      const media = readMedia(mediaId, { thumb_media_id: elements.get("ThumbMediaId") });
      const unknown = { play_length: 0, video_size: 0, thumb_width: 0, thumb_height: 0 };
      return { type, text: "", video: { ...unknown, media } };
    }
    case "file": {
      const name = elements.get("FileName");
      const file = { file_name: name, len: 0, md5: "", media: readMedia(mediaId, {}) };
      return { type, text: "", file };
    }
    default:
      return undefined;
  }
}

function textContent(text: string): Content | undefined {
  return text.trim() === "" ? undefined : { type: "text", text };
}

/** A place as text: its name, then latitude and longitude. */
function readPlace(elements: Elements<Message>): string {
  const [latitude, longitude] = [elements.get("Location_X"), elements.get("Location_Y")];
  const hasPosition = latitude !== "" && longitude !== "";
  return [elements.get("Label"), hasPosition ? `(${latitude}, ${longitude})` : ""]
    .filter((part) => part !== "")
    .join(" ");
}

/** A shared link as text: title, description and address, one per line. */
function readLink(elements: Elements<Message>): string {
  const parts = [elements.get("Title"), elements.get("Description"), elements.get("Url")];
  return parts.filter((part) => part !== "").join("\n");
}

function readMedia(mediaId: string, more: Omit<MediaFields, "media_id">): MediaReference {
  const fields: MediaFields = { media_id: mediaId, ...more };
  return { encrypt_query_param: formatReference(mediaId), ...fields };
}
