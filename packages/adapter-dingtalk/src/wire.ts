/**
 * The types of DingTalk's pushes to a robot, and of the answers to them, from its documentation. Incoming
 * values are `Unchecked`: each field is read with a fallback.
 *
 * @see https://open.dingtalk.com/document/development/receive-message
 */
import { fieldsOf, isFields, isObject, parseJson, type Unchecked } from "@botwright/adapter-kit";

/**
 * A frame from a Stream socket.
 *
 * @see https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol/
 */
interface Frame {
  /** `SYSTEM`, `EVENT` or `CALLBACK`. */
  type: string;
  headers: FrameHeaders;
  /** JSON as text. */
  data?: string;
}

interface FrameHeaders {
  topic: string;
  /** Absent in frames that need no answer. */
  messageId?: string;
}

/** The topic under which messages to the robot are pushed. */
export const ROBOT_TOPIC = "/v1.0/im/bot/messages/get";

/** Topics of `SYSTEM` frames that need no answer. */
export const SYSTEM_NOTICES: ReadonlySet<string> = new Set([
  "CONNECTED",
  "REGISTERED",
  "KEEPALIVE",
]);

/** The acknowledgement of a frame, which the adapter sends through the socket. */
export interface FrameAnswer {
  /** 200, 404 for an unknown topic, or 500. */
  code: number;
  headers: { contentType: "application/json"; messageId?: string };
  message: string;
  /** JSON as text: a {@link FrameResult}, or the data of a ping. */
  data: string;
}

/** The result in the answer to an `EVENT`, or in the answer to a `CALLBACK`. */
export type FrameResult = { status: "SUCCESS" | "LATER"; message: string } | { response: null };

/** The body of a request in HTTP mode, where encryption is set up. */
export interface EncryptedBody {
  /** Base64. */
  encrypt: string;
}

/**
 * A message to the robot: the `data` of a frame, or the body of a request in HTTP mode.
 *
 * @see https://open-dingtalk.github.io/developerpedia/docs/learn/bot/message/
 */
export interface RobotMessage extends OriginalIds {
  msgId: string;
  msgtype:
    | "text"
    | "picture"
    | "audio"
    | "video"
    | "file"
    | "richText"
    | "chatRecord"
    | "markdown"
    | "link"
    | "interactiveCard"
    | "unknownMsgType";
  /** Milliseconds since 1970; the documentation has them as text. */
  createAt: number | string;
  /** `"1"` is a chat of two, `"2"` a group. */
  conversationType: "1" | "2";
  /** Absent for people outside of the organisation. */
  senderStaffId?: string;
  /** Encrypted. */
  senderId: string;
  senderNick?: string;
  /** Encrypted id of the robot. */
  chatbotUserId: string;
  robotCode: string;
  /** A secret: this URL alone is enough to write into the chat. */
  sessionWebhook?: string;
  /** Milliseconds since 1970. */
  sessionWebhookExpiredTime?: number;
  /** In `text` messages only. */
  text?: TextContent;
  /** In all other types; may be JSON text. */
  content?: MessageContent | string;
  /** In `link` messages, sometimes instead of `content`. */
  link?: LinkContent;
}

/** The ids of a quoted message. */
interface OriginalIds {
  originalMsgId?: string;
  /** The `processQueryKey` of the send, when the quoted message is the robot's own. */
  originalProcessQueryKey?: string;
}

/** The fields of a quote: in `text`, or in `content` for other types. */
export interface QuoteFields extends OriginalIds {
  isReplyMsg?: boolean;
  /** May be JSON as text. */
  repliedMsg?: RepliedMessage | string;
}

export interface TextContent extends QuoteFields {
  content: string;
}

/** Which of the fields `content` has depends on `msgtype`. */
export type MessageContent = DownloadCodes &
  AudioContent &
  VideoContent &
  FileContent &
  RichTextContent &
  ForwardContent &
  MarkdownContent &
  CardContent &
  QuoteFields;

/** @see https://open.dingtalk.com/document/development/download-the-file-content-of-the-robot-receiving-message */
export interface DownloadCodes {
  downloadCode?: string;
  /** For pictures: an older form of the same code. */
  pictureDownloadCode?: string;
}

interface AudioContent {
  /** The transcription. */
  recognition?: string;
  /** Milliseconds. */
  duration?: number | string;
}

interface VideoContent {
  /** Seconds. */
  duration?: number | string;
}

interface FileContent {
  fileName?: string;
}

interface RichTextContent {
  richText?: RichTextPart[];
}

/** A text, a picture, or the mention of a person. */
export interface RichTextPart extends DownloadCodes {
  /** In a quoted part the field is named `msgType`. */
  type?: "picture" | "at";
  text?: string;
  /** For `at`: the mentioned person's name. Not documented. */
  atName?: string;
  /** The text, in place of `text`, when the rich text is quoted. */
  content?: string;
}

/** Forwarded messages. Not documented. */
interface ForwardContent {
  /** The messages as JSON text, or as they are. */
  chatRecord?: string | ForwardedRecord[];
  /** The first lines as text, or a list of them as JSON text. */
  summary?: string;
}

/** One of the forwarded messages. */
export interface ForwardedRecord {
  senderNick?: string;
  senderName?: string;
  msgType?: string;
  /** Absent in media. */
  content?: string;
}

/** Not documented for what people send. */
interface MarkdownContent {
  title?: string;
  text?: string;
}

/** A shared document. Not documented. */
interface CardContent {
  title?: string;
  /** The address of the document. */
  biz_custom_action_url?: string;
}

/** A shared link. Not documented for what people send. */
export interface LinkContent {
  title?: string;
  text?: string;
  messageUrl?: string;
}

/** A quoted message. */
export interface RepliedMessage {
  msgId?: string;
  /** Encrypted. */
  senderId?: string;
  msgType: RobotMessage["msgtype"];
  senderNick?: string;
  /** May be JSON as text. */
  content?: QuotedContent | string;
}

/** Quoted texts have their text in either of two fields. */
export type QuotedContent = MessageContent & { text?: string; content?: string };

/** A frame whose indispensable fields were checked. */
export type KnownFrame = Unchecked<Frame> & {
  readonly type: string;
  readonly headers: Unchecked<FrameHeaders>;
};

export function isFrame(value: unknown): value is KnownFrame {
  return isFields<Frame>(value) && typeof value.type === "string" && isObject(value.headers);
}

/** {@link fieldsOf} for a value that may also be written as JSON text. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for no wire type
export function openFields<T>(value: unknown): Unchecked<T> {
  return fieldsOf<T>(typeof value === "string" ? parseJson(value) : value);
}
