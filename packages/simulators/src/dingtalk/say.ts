import { randomBytes } from "node:crypto";
import type { MessageIds } from "../simulator.ts";
import {
  type MediaInput,
  mediaOf,
  type MediaType,
  type UserMessage,
} from "../message/user-message.ts";
import { markRead } from "./api/delivered.ts";
import { newCode } from "./files.ts";
import { type DingtalkQuote, rememberMessage, newMsgId, quoteFields } from "./quotes.ts";
import { personOf, type DingtalkState, type Person } from "./state.ts";
import {
  type DingtalkMessage,
  type DingtalkMessageType,
  type DingtalkObject,
  ROBOT_ID,
} from "./wire.ts";

/** A part of a rich text. */
type RichTextInput = string | MediaInput | { readonly at: string };

/** A forwarded message. */
interface ForwardedInput {
  /** The author's name. */
  readonly sender: string;
  readonly text: string;
}

/** A message of any kind that DingTalk sends. */
export interface DingtalkPush {
  /** The sender's staff id. */
  readonly from: string;
  /** @default "text" */
  readonly msgtype?: DingtalkMessageType;
  readonly text?: string;
  /** The parts of a rich text, in order: texts, pictures, and mentions. */
  readonly richText?: readonly RichTextInput[];
  /** The messages of a `chatRecord`, which is a forward. */
  readonly forwarded?: readonly ForwardedInput[];
  /** The content of `markdown`, a `link` or an `interactiveCard`, unchanged. */
  readonly content?: DingtalkObject;
  /** The file of a picture, audio, video or file. */
  readonly media?: MediaInput;
  /** The message that this one answers. */
  readonly quote?: DingtalkQuote;
  /** The complete `repliedMsg`, unchanged; for an answer to a card. */
  readonly repliedMsg?: unknown;
  /** Writes `content` and `repliedMsg` as JSON text, as DingTalk has been seen to do. @default false */
  readonly asText?: boolean;
  /** Fields of the body, unchanged. A field that is `undefined` is omitted. */
  readonly fields?: DingtalkObject;
}

/** DingTalk's names of the kinds. */
const MESSAGE_TYPES: Readonly<Record<MediaType, DingtalkMessageType>> = {
  image: "picture",
  voice: "audio",
  video: "video",
  file: "file",
};

/** Additional fields of group messages. */
const GROUP: DingtalkObject = {
  conversationTitle: "Group",
  isInAtList: true,
  atUsers: [{ dingtalkId: ROBOT_ID }],
};

/** Sends one message to the robot as a person. DingTalk has no captions. */
export function say(state: DingtalkState, message: UserMessage): MessageIds {
  const { from, quote } = message;
  const base = { from, ...(quote === undefined ? {} : { quote }) };
  if ("text" in message) return push(state, { ...base, text: message.text });
  const { type, media } = mediaOf(message);
  return push(state, { ...base, msgtype: MESSAGE_TYPES[type], media });
}

/** Makes a message of any kind and pushes it to the robot. */
export function push(state: DingtalkState, message: DingtalkPush): MessageIds {
  const { msgtype = "text", text = "", richText = [], asText = false } = message;
  const sender = personOf(state, message.from);
  markRead(state, sender.id);
  const msgId = newMsgId();
  const content = contentOf(state, msgtype, message);
  const quote = quoteOf(state, sender.id, message);
  const all = { ...content, ...written(quote.content, asText) };
  const body: DingtalkMessage = {
    senderPlatform: "Mac",
    conversationId: `cid${Buffer.from(sender.id).toString("base64")}`,
    chatbotCorpId: "ding0000000000000000",
    chatbotUserId: ROBOT_ID,
    msgId,
    senderNick: sender.name,
    isAdmin: false,
    senderStaffId: sender.id,
    senderCorpId: "ding0000000000000000",
    senderId: sender.hiddenId,
    createAt: state.now(),
    conversationType: "1",
    robotCode: state.robotCode,
    msgtype,
    ...(msgtype === "text" ? { text: all } : { content: asText ? JSON.stringify(all) : all }),
    ...openSession(state, sender),
    ...quote.body,
    ...(message.fields?.["conversationType"] === "2" && GROUP),
    ...message.fields,
  };
  const words = text || richText.filter((part) => typeof part === "string").join("");
  const said = { text: words, chat: sender.id, from: sender.id, msgtype, content };
  rememberMessage(state, said, body.msgId);
  return receive(state, body);
}

/** Pushes a body unchanged. */
export function receive(state: DingtalkState, body: DingtalkObject): MessageIds {
  const id = typeof body["msgId"] === "string" ? body["msgId"] : "";
  const data = JSON.stringify(body);
  if (state.faults["garbled-push"].take("")) state.delivery.add("{not JSON");
  state.delivery.add(data);
  if (state.faults.duplicate.take("")) state.delivery.add(data);
  return { id, messageId: id };
}

function openSession(state: DingtalkState, { id }: Person): DingtalkObject {
  const session = randomBytes(16).toString("hex");
  const until = state.now() + (state.options.sessionLifeMs ?? 5_400_000);
  state.sessions.set(session, { user: id, until, answers: [] });
  return {
    sessionWebhook: `${state.baseUrl}/robot/sendBySession?session=${session}`,
    sessionWebhookExpiredTime: until,
  };
}

function contentOf(
  state: DingtalkState,
  msgtype: DingtalkMessageType,
  { text = "", richText = [], forwarded = [], content, media }: DingtalkPush,
): DingtalkObject {
  const downloadCode = media && state.files.keep({ bytes: media.bytes, name: media.name });
  switch (msgtype) {
    case "text":
      return { content: text };
    case "picture":
      return media === undefined ? {} : pictureOf(state, media);
    case "audio":
      return {
        downloadCode,
        recognition: media?.transcription ?? "",
        ...(media?.playtime !== undefined && { duration: media.playtime }),
      };
    case "video":
      return { duration: "3", videoType: "mp4", downloadCode };
    case "file":
      return { spaceId: "1", fileName: media?.name ?? "file", downloadCode, fileId: "2" };
    case "richText":
      return { richText: richText.map((part) => partOf(state, part)) };
    case "chatRecord":
      return forwardOf(state, forwarded);
    case "markdown":
    case "link":
    case "interactiveCard":
      return content ?? {};
    default:
      return { unknownMsgType: "This message cannot be shown here" };
  }
}

function partOf(state: DingtalkState, part: RichTextInput): DingtalkObject {
  if (typeof part === "string") return { text: part };
  if ("at" in part) return { type: "at", atName: part.at };
  return { type: "picture", ...pictureOf(state, part) };
}

/** A forward contains its messages as JSON text. */
function forwardOf(state: DingtalkState, messages: readonly ForwardedInput[]): DingtalkObject {
  const records = messages.map(({ sender, text }) => ({
    senderNick: sender,
    senderId: `$:LWCP_v1:$${Buffer.from(sender).toString("base64")}`,
    msgType: "text",
    content: text,
    createAt: state.now(),
  }));
  const [first] = messages;
  return {
    summary: first === undefined ? "" : `${first.sender}: ${first.text}`,
    chatRecord: JSON.stringify(records),
  };
}

function pictureOf(state: DingtalkState, { bytes, name }: MediaInput): DingtalkObject {
  const file = { bytes, name };
  return {
    downloadCode: state.files.keep(file),
    pictureDownloadCode: state.options.pictureCodes === true ? state.files.keep(file) : newCode(),
  };
}

/** The fields of an answer. */
function quoteOf(
  state: DingtalkState,
  chat: string,
  { quote, repliedMsg }: DingtalkPush,
): ReturnType<typeof quoteFields> {
  if (repliedMsg !== undefined) return { content: { isReplyMsg: true, repliedMsg }, body: {} };
  return quote === undefined ? { content: {}, body: {} } : quoteFields(state, chat, quote);
}

function written(content: DingtalkObject, asText: boolean): DingtalkObject {
  if (!asText || !("repliedMsg" in content)) return content;
  return { ...content, repliedMsg: JSON.stringify(content["repliedMsg"]) };
}
