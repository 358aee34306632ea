import type {
  FileItem,
  ImageItem,
  ParsedMessage,
  QuotedMessage,
  VideoItem,
  VoiceItem,
} from "@botwright/core";
import type { Member } from "./words.ts";

/** The items of a message, by their place in it. */
interface Items {
  readonly image: ImageItem;
  readonly voice: VoiceItem;
  readonly file: FileItem;
  readonly video: VideoItem;
  readonly quotedMessage: QuotedMessage;
}

/** The paths of the items' fields: `file.file_name`. */
type ItemPath = {
  [Item in keyof Items]: `${Item}.${Extract<keyof Items[Item], string>}`;
}[keyof Items];

/** The fields of `msg`, those of its items by their path. */
export const MESSAGE: Readonly<
  Record<Exclude<keyof ParsedMessage, keyof Items> | ItemPath, Member>
> = {
  type: {
    type: '"text" | "image" | "voice" | "file" | "video"',
    en: "The kind.",
    zh: "消息的种类。",
  },
  text: {
    type: "string",
    default: '""',
    en: "The text, the words under a picture, or the transcription of a voice message.",
    zh: "文字、图片下面的文字，或语音里听到的内容。",
  },
  textWithQuote: {
    type: "string",
    en: "The quoted text and the text in one, where there is a quote.",
    zh: "有引用时，引用的文字和正文合在一起。",
  },
  from: { type: "string", en: "The person who has written.", zh: "发消息的人。" },
  to: { type: "string", en: "The bot.", zh: "机器人。" },
  timestamp: {
    type: "number",
    en: "Milliseconds since 1970, by UTC.",
    zh: "1970 年以来的毫秒数（UTC）。",
  },
  contextToken: {
    type: "string",
    en: "The third argument of `bot.sendText`: the message that is answered.",
    zh: "`bot.sendText` 的第三个参数：要回答的那条消息。",
  },
  messageId: { type: "number", en: "The number of the message.", zh: "消息的编号。" },
  raw: {
    type: "object",
    en: "The platform's own message; its inside differs from platform to platform.",
    zh: "平台自己的消息；各平台内容不同。",
  },
  "image.thumb_width": { type: "number", default: "0", en: "Pixels.", zh: "像素。" },
  "image.thumb_height": { type: "number", default: "0", en: "Pixels.", zh: "像素。" },
  "image.mid_size": { type: "number", default: "0", en: "Bytes.", zh: "字节。" },
  "image.media": {
    type: "object",
    en: "For `bot.downloadImage`.",
    zh: "用于 `bot.downloadImage`。",
  },
  "voice.playtime": { type: "number", en: "Milliseconds.", zh: "毫秒。" },
  "voice.text": {
    type: "string",
    default: '""',
    en: "What was heard, where the platform recognises it.",
    zh: "平台识别出的内容。",
  },
  "voice.media": {
    type: "object",
    en: "For `bot.downloadVoice`.",
    zh: "用于 `bot.downloadVoice`。",
  },
  "file.file_name": { type: "string", en: "The name.", zh: "文件名。" },
  "file.len": { type: "number", default: "0", en: "Bytes.", zh: "字节。" },
  "file.md5": { type: "string", default: '""', en: "Lower-case hex.", zh: "小写十六进制。" },
  "file.media": { type: "object", en: "For `bot.downloadFile`.", zh: "用于 `bot.downloadFile`。" },
  "video.play_length": { type: "number", en: "Seconds.", zh: "秒。" },
  "video.video_size": { type: "number", default: "0", en: "Bytes.", zh: "字节。" },
  "video.thumb_width": { type: "number", default: "0", en: "Pixels.", zh: "像素。" },
  "video.thumb_height": { type: "number", default: "0", en: "Pixels.", zh: "像素。" },
  "video.media": {
    type: "object",
    en: "For `bot.downloadVideo`.",
    zh: "用于 `bot.downloadVideo`。",
  },
  "quotedMessage.title": {
    type: "string",
    default: '""',
    en: "The name of the quoted message's sender.",
    zh: "被引用消息的发送者。",
  },
  "quotedMessage.text": {
    type: "string",
    en: "`<sender> | <quoted text>`, or the quoted text alone.".replace("|", "\\|"),
    zh: "`<发送者> | <引用的文字>`，或只有引用的文字。".replace("|", "\\|"),
  },
  "quotedMessage.item": {
    type: "unknown",
    en: "The quoted message in the platform's own form.",
    zh: "平台自己格式的被引用消息。",
  },
};
