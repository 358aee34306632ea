import {
  isObject,
  KIND_LABELS,
  type QuoteSource,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import { readMedia, richParts, richTextOf } from "./content.ts";
import {
  type MessageContent,
  openFields,
  type QuotedContent,
  type QuoteFields,
  type RepliedMessage,
  type RobotMessage,
} from "../wire.ts";

/** The quote in a message. */
export interface Quote {
  readonly source: QuoteSource;
  /** Ids under which the adapter may have stored the missing part: the text, or its author. */
  readonly ids: readonly string[];
}

/**
 * Reads the quote of a message. Its fields are in `text` for a text message, in `content` for
 * other types; the ids may also be in the body itself.
 */
export function readQuote(body: Unchecked<RobotMessage>, botName: string): Quote | undefined {
  const holder = openFields<QuoteFields>(body.msgtype === "text" ? body.text : body.content);
  const replied = holder.repliedMsg;
  const item = openFields<RepliedMessage>(replied);
  // Set when the quoted message is one that the robot has sent.
  const key = textOf(body.originalProcessQueryKey ?? holder.originalProcessQueryKey);
  const ids = [textOf(item.msgId), textOf(body.originalMsgId ?? holder.originalMsgId), key].filter(
    (id) => id !== "",
  );
  const isReply = holder.isReplyMsg === true || ids.length > 0 || isObject(replied);
  if (!isReply) return undefined;
  const title = textOf(item.senderNick) || (key === "" ? nameOf(item, body, botName) : botName);
  const source = { title, text: quotedText(item), item };
  if (source.text === undefined) return { source, ids };
  // The text is here. A missing author is looked up only for the robot's own messages, which are stored with a name.
  return { source, ids: source.title === "" && key !== "" ? [key] : [] };
}

/** The author by the encrypted id: in a chat of two, either the person or the robot. */
function nameOf(
  { senderId }: Unchecked<RepliedMessage>,
  body: Unchecked<RobotMessage>,
  botName: string,
): string {
  if (textOf(senderId) === "") return "";
  if (senderId === body.senderId) return textOf(body.senderNick);
  return senderId === body.chatbotUserId ? botName : "";
}

/** Whether the adapter has to look for the text of a quote, or for its author. */
export function isUnknown({ source, ids }: Quote): boolean {
  return source.text === undefined || ids.length > 0;
}

/** The end of a text that DingTalk did not decrypt for the robot. */
const ENCRYPTED = /\|\|\d\|\|\d\|\|\d+$/;

/** The text of a quoted message, or a label for its kind; `undefined` when both are missing. */
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
      return fileLabel(textOf(content.fileName));
    default:
      return undefined;
  }
}

/** How a file is named where it is quoted. */
export function fileLabel(name: string): string {
  return [KIND_LABELS.file, name].filter(Boolean).join(" ");
}

function readable(text: string): string | undefined {
  return text === "" || ENCRYPTED.test(text) ? undefined : text;
}

function pictureLabel(content: Unchecked<MessageContent>): string | undefined {
  return richParts(content).some(readMedia) ? KIND_LABELS.image : undefined;
}
