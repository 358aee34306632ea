/**
 * The types of Feishu's pushes to an app, from its documentation: events, and the messages
 * in them. Incoming values are `Unchecked`: each field is read with a fallback.
 *
 * @see https://open.feishu.cn/document/server-docs/im-v1/message/events/receive
 */
import { fieldsOf, isFields, type Known, textOf, type Unchecked } from "@botwright/adapter-kit";

/** An event of schema 2.0. */
interface Event {
  header: EventHeader;
  event: MessageReceived;
}

export interface EventHeader {
  event_type: string;
  app_id: string;
  /** The verification token, which is a secret. */
  token: string;
}

/** The only type of event that carries a message. */
export const MESSAGE_RECEIVED = "im.message.receive_v1";

/** The `event` of type {@link MESSAGE_RECEIVED}. */
interface MessageReceived {
  sender: EventSender;
  message: EventMessage;
}

export interface EventSender {
  sender_id: UserIds;
  /** `"user"` is a person. */
  sender_type: string;
}

/** The ids of a person; the `open_id` differs in each app. */
export interface UserIds {
  open_id: string;
}

/** The message of an event. */
export interface EventMessage {
  message_id: string;
  /** The message that this one answers. */
  parent_id?: string;
  /** Milliseconds since 1970, as text. */
  create_time: string;
  chat_id: string;
  chat_type: "p2p" | "group";
  message_type: string;
  /** One of {@link Contents}, as JSON text. */
  content: string;
  mentions?: Mention[];
}

/** A person or bot that a message mentions. */
export interface Mention {
  /** The placeholder in the text, such as `@_user_1`. */
  key: string;
  /** In events all ids; in answers of the API only the open_id. */
  id: UserIds | string;
  name: string;
}

/**
 * The content of a message by its type, for the types that have a kind of their own.
 *
 * @see https://open.feishu.cn/document/server-docs/im-v1/message-content-description/message_content
 */
export interface Contents {
  text: TextContent;
  post: PostContent;
  image: ImageContent;
  file: FileContent;
  audio: AudioContent;
  media: VideoContent;
  video: VideoContent;
}

export interface TextContent {
  /** Contains a {@link Mention.key} for each mention. */
  text: string;
}

/** Rich text: paragraphs of elements. */
export interface PostContent {
  title?: string;
  content: PostElement[][];
  /** The same content again, with Markdown in elements of the tag `md`. */
  content_v2?: PostElement[][];
}

/** The fields depend on `tag`; there are more tags than these. */
export interface PostElement {
  tag: "text" | "a" | "at" | "img" | "media" | "emotion" | "code_block" | "md" | "hr";
  /** Of `text`, `a`, `code_block` and `md`. */
  text?: string;
  /** Of `a`. */
  href?: string;
  /** Of `at`: a {@link Mention.key}, an open_id, or `all`. */
  user_id?: string;
  user_name?: string;
  /** Of `img`. */
  image_key?: string;
  /** Of `media`. */
  file_key?: string;
  /** Of `emotion`: its name, as `SMILE`. */
  emoji_type?: string;
}

export interface ImageContent {
  image_key: string;
}

export interface FileContent {
  file_key: string;
  file_name?: string;
}

export interface AudioContent {
  file_key: string;
  /** Milliseconds. */
  duration?: number;
}

export interface VideoContent {
  file_key: string;
  /** Milliseconds. */
  duration?: number;
}

/** The type of a forward of several messages. Its content is empty: the messages are fetched by its id. */
export const FORWARD = "merge_forward";

/** The text fields in the content of other types, which are delivered as text. */
export interface OtherContents {
  location: { name?: string; latitude: string; longitude: string };
  /** A card, in the simplified form of events. */
  interactive: { title?: string; elements: PostElement[][] };
  todo: { summary: PostContent };
  vote: { topic: string; options: string[] };
  /** Also of `general_calendar` and `share_calendar_event`. */
  calendar: { summary: string };
  video_chat: { topic: string };
  folder: { file_name: string };
  hongbao: { text: string };
}

/**
 * The body of a callback: an event, the check of the URL, or either of them encrypted.
 *
 * @see https://open.feishu.cn/document/server-docs/event-subscription-guide/event-subscription-configure-/request-url-configuration-case
 */
export interface CallbackBody {
  /** Base64; no other field is present then. */
  encrypt?: string;
  /** In an event. */
  header?: EventHeader;
  /** `"url_verification"` for the check of the URL. */
  type?: string;
  /** In a check of the URL: the text to answer with. */
  challenge?: string;
  /** In a check of the URL: the verification token. */
  token?: string;
}

/** The answer to the check of the URL. */
export interface ChallengeAnswer {
  challenge: string;
}

export type KnownEvent = Unchecked<Event> & {
  readonly header: Unchecked<EventHeader>;
  readonly event: Unchecked<MessageReceived>;
};

export function isEvent(value: unknown): value is KnownEvent {
  return (
    isFields<Event>(value) &&
    isFields<EventHeader>(value.header) &&
    isFields<MessageReceived>(value.event)
  );
}

export function isEventMessage(value: unknown): value is Known<EventMessage, "message_id"> {
  return isFields<EventMessage>(value) && textOf(value.message_id) !== "";
}

/** The message of an event; an empty object when it has none. */
export function messageIn(event: unknown): Unchecked<EventMessage> {
  const { message } = fieldsOf<MessageReceived>(fieldsOf<Event>(event).event);
  return fieldsOf<EventMessage>(message);
}

/**
 * Whether the text has the form of Feishu's ids. Only such a text may go into the path of a call, because
 * `..` would lead to another call, even percent-encoded.
 */
export function isId(text: string): boolean {
  return /^[\w-]{1,256}$/.test(text);
}
