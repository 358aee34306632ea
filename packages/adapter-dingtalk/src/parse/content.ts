import {
  forwardedText,
  KIND_LABELS,
  numberOf,
  objectsOf,
  parseJson,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference } from "../media.ts";
import {
  type DownloadCodes,
  type ForwardedRecord,
  type LinkContent,
  type MessageContent,
  openFields,
  type RichTextPart,
  type RobotMessage,
  type TextContent,
} from "../wire.ts";

/** The fields of a message that depend on its type. */
type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

/** Reads the content of a message; `undefined` for an unsupported kind that has no text. */
export function readContent(body: Unchecked<RobotMessage>): Content | undefined {
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
    case "chatRecord":
      return textContent(readForward(content));
    case "markdown":
      return textContent(textOf(content.text) || textOf(content.title));
    case "link": {
      const link = openFields<LinkContent>(body.link ?? body.content);
      return textContent(linesOf(link.title, link.text, link.messageUrl));
    }
    // A shared document.
    case "interactiveCard":
      return textContent(linesOf(content.title, content.biz_custom_action_url));
    default:
      return undefined;
  }
}

function textContent(text: string): Content | undefined {
  return text.trim() === "" ? undefined : { type: "text", text };
}

function linesOf(...parts: readonly unknown[]): string {
  return parts
    .map(textOf)
    .filter((part) => part !== "")
    .join("\n");
}

/** The labels of forwarded media, by their `msgType`. */
const FORWARDED_LABELS: ReadonlyMap<unknown, string> = new Map([
  ["picture", KIND_LABELS.image],
  ["image", KIND_LABELS.image],
  ["audio", KIND_LABELS.voice],
  ["voice", KIND_LABELS.voice],
  ["video", KIND_LABELS.video],
  ["file", KIND_LABELS.file],
]);

/** Forwarded messages, one per line with its sender; without any, the lines of their summary. */
function readForward({ chatRecord, summary }: Unchecked<MessageContent>): string {
  const records = typeof chatRecord === "string" ? parseJson(chatRecord) : chatRecord;
  const lines = objectsOf(records).map((record) => {
    const { msgType, content, senderNick, senderName } = openFields<ForwardedRecord>(record);
    return {
      sender: textOf(senderNick) || textOf(senderName),
      text: textOf(content) || (FORWARDED_LABELS.get(msgType) ?? ""),
    };
  });
  return forwardedText(lines) || forwardedText(summaryLines(textOf(summary)));
}

/** A summary is plain text, or a JSON list of lines. */
function summaryLines(summary: string): { text: string }[] {
  const lines = parseJson(summary);
  if (!Array.isArray(lines)) return summary.split("\n").map((text) => ({ text }));
  return lines.map((text: unknown) => ({ text: textOf(text) }));
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

/** The parts of a rich text. */
export function richParts({ richText }: Unchecked<MessageContent>): Unchecked<RichTextPart>[] {
  return objectsOf(richText);
}

/** Joins the texts of all parts, including the names of mentioned people. */
export function richTextOf(parts: readonly Unchecked<RichTextPart>[]): string {
  return parts.map(textOfPart).join("");
}

/** The text of a part is in `text`, or in `content` when the rich text is quoted. */
function textOfPart(part: Unchecked<RichTextPart>): string {
  if (part.type === "at") {
    const name = textOf(part.atName) || textOf(part.text);
    return name === "" || name.startsWith("@") ? name : `@${name}`;
  }
  return textOf(part.text) || (readMedia(part) ? "" : textOf(part.content));
}

/** The reference to the file of a message or of a part; `undefined` without a download code. */
export function readMedia(content: Unchecked<DownloadCodes>): MediaReference | undefined {
  const code = textOf(content.downloadCode);
  const pictureCode = textOf(content.pictureDownloadCode);
  const codes = [code, pictureCode].filter((one) => one !== "");
  return codes.length === 0 ? undefined : { encrypt_query_param: formatReference(codes) };
}
