import { createHash } from "node:crypto";
import { isObject, toMessageId } from "@botwright/adapter-kit";
import type { IncomingMessage, MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference } from "./media.ts";
import { Fields } from "./wire.ts";

/**
 * A decrypted callback as a message, or `null` for all that is not a member's message to the app:
 * groups, events, what the system writes, and kinds that are none of the five. Never throws.
 *
 * @example
 * const incoming = parseMessage(readXml(xml), corpId);
 * if (incoming !== null) await sink(incoming);
 */
export function parseMessage(message: unknown, corpId: string): IncomingMessage | null {
  if (!isObject(message)) return null;
  const fields = new Fields(message);
  const from = fields.get("FromUserName");
  if (from === "" || from.toLowerCase() === "sys" || fields.get("ChatId") !== "") return null;
  const content = readContent(fields);
  if (content === undefined) return null;
  const id = fields.get("MsgId");
  const agent = fields.get("AgentID");
  const parsed: ParsedMessage = {
    ...content,
    from,
    to: agent === "" ? corpId : `${corpId}:${agent}`,
    timestamp: readTime(fields.get("CreateTime")),
    // There is no token for replies: the member's id is all that a send needs.
    contextToken: from,
    messageId: toMessageId(id),
    raw: { ...message },
  };
  return { id: id || fingerprint(message), message: parsed };
}

/** Stands in for a MsgId that is missing: a repeated callback has the same content. */
function fingerprint(message: object): string {
  const entries = Object.entries(message).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `sha256:${createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32)}`;
}

/** Seconds as milliseconds; 0 for what is no time. */
function readTime(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) * 1000 : 0;
}

/** What a message is about. */
type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

function readContent(fields: Fields): Content | undefined {
  const type = fields.get("MsgType").toLowerCase();
  if (type === "text") return { type, text: fields.get("Content") };
  if (type === "link") return { type: "text", text: readLink(fields) };
  const mediaId = fields.get("MediaId");
  if (mediaId === "") return undefined;
  switch (type) {
    case "image": {
      const media = readMedia(mediaId, { pic_url: fields.get("PicUrl") });
      return { type, text: "", image: { thumb_width: 0, thumb_height: 0, mid_size: 0, media } };
    }
    case "voice": {
      const text = fields.get("Recognition");
      const media = readMedia(mediaId, { format: fields.get("Format") });
      return { type, text, voice: { playtime: 0, text, media } };
    }
    case "video": {
      const media = readMedia(mediaId, { thumb_media_id: fields.get("ThumbMediaId") });
      const unknown = { play_length: 0, video_size: 0, thumb_width: 0, thumb_height: 0 };
      return { type, text: "", video: { ...unknown, media } };
    }
    case "file": {
      const name = fields.get("FileName");
      const file = { file_name: name, len: 0, md5: "", media: readMedia(mediaId, {}) };
      return { type, text: "", file };
    }
    default:
      return undefined;
  }
}

/** A link that somebody shares carries their words: title, description and address. */
function readLink(fields: Fields): string {
  const parts = [fields.get("Title"), fields.get("Description"), fields.get("Url")];
  return parts.filter((part) => part !== "").join("\n");
}

function readMedia(mediaId: string, more: Readonly<Record<string, string>>): MediaReference {
  return { encrypt_query_param: formatReference(mediaId), media_id: mediaId, ...more };
}
