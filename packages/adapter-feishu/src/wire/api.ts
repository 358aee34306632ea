/**
 * The types of the calls of the Open Platform: what the adapter sends, and what it reads from the
 * answers. An answer is `Unchecked`: each field is read with a fallback.
 *
 * @see https://open.feishu.cn/document/server-docs/api-call-guide/calling-process/overview
 */
import { isFields, type Known, type Unchecked } from "@botwright/adapter-kit";
import type { Mention } from "../wire.ts";

/** The fields of every answer. `code` 0 is success, whatever the HTTP status. */
export interface Answer {
  code: number;
  msg?: string;
  data?: object;
}

/** @see https://open.feishu.cn/document/server-docs/authentication-management/access-token/tenant_access_token_internal */
export interface TokenRequest {
  app_id: string;
  app_secret: string;
}

/** The token is next to the code, not in `data`. */
export interface TokenAnswer extends Answer {
  tenant_access_token: string;
  /** Seconds. */
  expire: number;
}

/** The calls that need an access token: the JSON body of each, and the `data` of its answer. */
export interface Calls {
  /** @see https://open.feishu.cn/document/server-docs/im-v1/message/create */
  "create message": { body: CreateMessage; data: MessageObject };
  /** @see https://open.feishu.cn/document/server-docs/im-v1/message/reply */
  "reply message": { body: ReplyMessage; data: MessageObject };
  /** @see https://open.feishu.cn/document/server-docs/im-v1/message/get */
  "get message": { body: never; data: MessageList };
  /** A form. @see https://open.feishu.cn/document/server-docs/im-v1/image/create */
  "upload images": { body: never; data: Uploaded };
  /** A form. @see https://open.feishu.cn/document/server-docs/im-v1/file/create */
  "upload files": { body: never; data: Uploaded };
  /** @see https://open.feishu.cn/document/server-docs/im-v1/message-reaction/create */
  "add reaction": { body: AddReaction; data: Reaction };
  /** @see https://open.feishu.cn/document/server-docs/im-v1/message-reaction/delete */
  "remove reaction": { body: never; data: Reaction };
  /** @see https://open.feishu.cn/document/server-docs/im-v1/message-reaction/list */
  "list reactions": { body: never; data: ReactionList };
  /** Without `data`. @see https://open.feishu.cn/document/client-docs/bot-v3/obtain-bot-info */
  "bot info": { body: never; data: BotAnswer };
  /** @see https://open.feishu.cn/document/server-docs/contact-v3/user/get */
  "get user": { body: never; data: UserAnswer };
}

/** The `data` of an answer, or the answer itself if it has no `data`. */
export type CallData<Name extends keyof Calls> = Unchecked<Answer & Calls[Name]["data"]>;

/** The type of the id in `receive_id`. */
export type ReceiveIdType = "open_id" | "user_id" | "union_id" | "email" | "chat_id";

/** The types of messages that the adapter sends. */
export type SentType = "text" | "image" | "file" | "audio" | "media";

export interface ReplyMessage {
  msg_type: SentType;
  /** The content of a message of this type, as JSON text. */
  content: string;
  /** At most 50 characters. Sends with the same `uuid` within an hour result in one message. */
  uuid: string;
}

export interface CreateMessage extends ReplyMessage {
  receive_id: string;
}

export interface MessageList {
  /** The message; for a forward, also the messages in it. */
  items: MessageObject[];
}

/** A message in an answer of the API. */
export interface MessageObject {
  message_id: string;
  msg_type: string;
  deleted?: boolean;
  chat_id: string;
  sender: MessageSender;
  body: MessageBody;
  mentions?: Mention[];
  /** The id of the forward that contains it. */
  upper_message_id?: string;
}

export interface MessageSender {
  /** An open_id, or the app_id of a bot: see `id_type`. */
  id: string;
  id_type: "open_id" | "app_id";
  sender_name?: string;
}

export interface MessageBody {
  /** The content of a message of this type, as JSON text. */
  content: string;
}

/** The fields of an upload's form besides the file, by the last part of the path. */
export interface UploadFields {
  images: { image_type: "message" };
  /** `duration` in milliseconds. */
  files: { file_type: FileType; file_name: string; duration?: string };
}

/** Feishu's types of files; it accepts `opus` only as a voice message and `mp4` only as a video. */
export type FileType = "opus" | "mp4" | "pdf" | "doc" | "xls" | "ppt" | "stream";

/** Has one of the keys, depending on what was uploaded. */
interface Uploaded {
  image_key?: string;
  file_key?: string;
}

export interface AddReaction {
  reaction_type: { emoji_type: "Typing" };
}

export interface Reaction {
  reaction_id: string;
  /** Who added it. */
  operator: { operator_type: "app" | "user" };
}

interface ReactionList {
  items: Reaction[];
}

interface BotAnswer {
  bot: Bot;
}

export interface Bot {
  app_name: string;
  open_id: string;
}

interface UserAnswer {
  user: User;
}

export interface User {
  name: string;
}

export function isAnswer(value: unknown): value is Known<Answer, "code"> {
  return isFields<Answer>(value) && Number.isSafeInteger(value.code);
}

export function isMessageObject(value: unknown): value is Known<MessageObject, "msg_type"> {
  return isFields<MessageObject>(value) && typeof value.msg_type === "string";
}
