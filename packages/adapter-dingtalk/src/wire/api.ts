/**
 * The types of the calls that the adapter makes, from DingTalk's documentation. Answers
 * are `Unchecked`.
 *
 * @see https://open.dingtalk.com/document/development/robot-message-type
 */

/** Calls of the new API that need an access token, by their path. */
export interface RobotCalls {
  /** @see https://open.dingtalk.com/document/development/download-the-file-content-of-the-robot-receiving-message */
  "robot/messageFiles/download": {
    body: { downloadCode: string; robotCode: string };
    answer: { downloadUrl: string };
  };
  /** @see https://open.dingtalk.com/document/development/chatbots-send-one-on-one-chat-messages-in-batches */
  "robot/oToMessages/batchSend": { body: BatchSend; answer: BatchSendAnswer };
}

interface BatchSend {
  robotCode: string;
  userIds: readonly string[];
  msgKey: keyof MessageParams;
  /** One of {@link MessageParams}, as JSON text. */
  msgParam: string;
}

/** `msgParam` by `msgKey`. @see https://open.dingtalk.com/document/development/robot-message-type */
export interface MessageParams {
  sampleText: { content: string };
  /** `photoURL` may be a media id. */
  sampleImageMsg: { photoURL: string };
  /** `fileType` is the extension without its dot. */
  sampleFile: { mediaId: string; fileName: string; fileType: string };
  /** `duration` is in seconds; `picMediaId` is the cover. */
  sampleVideo: { duration: string; videoMediaId: string; videoType: "mp4"; picMediaId: string };
}

interface BatchSendAnswer {
  /** Names the send; a quote of the message contains it. */
  processQueryKey: string;
  /** Recipients that do not exist. */
  invalidStaffIdList?: string[];
  /** Recipients who get too many messages. */
  flowControlledStaffIdList?: string[];
}

/** @see https://open.dingtalk.com/document/development/obtain-the-access-token-of-an-internal-app */
export interface TokenRequest {
  appKey: string;
  appSecret: string;
}

/** The answer to a {@link TokenRequest}. */
export interface TokenAnswer {
  accessToken: string;
  /** Seconds. */
  expireIn?: number;
}

/**
 * Registers a Stream connection.
 *
 * @see https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol/
 */
export interface ConnectionRequest {
  clientId: string;
  clientSecret: string;
  /** Names the client. */
  ua: string;
  subscriptions: readonly { type: "CALLBACK" | "EVENT"; topic: string }[];
}

/** The answer to a {@link ConnectionRequest}. */
export interface ConnectionAnswer {
  /** URL of the socket. */
  endpoint: string;
  /** Valid for 90 seconds and one connection. */
  ticket: string;
}

/** The body of a refusal of the new API. */
export interface Refusal {
  code: string;
  message: string;
}

/** The fields of every answer of the old API; its HTTP status is 200. */
export interface OldAnswer {
  /** 0 is success. */
  errcode: number;
  errmsg?: string;
  /** The error that errcode 88 wraps. */
  sub_code?: string;
  sub_msg?: string;
}

/** `type` of an upload. */
export type UploadType = "image" | "video" | "file";

/** @see https://open.dingtalk.com/document/development/upload-media-files */
export interface UploadAnswer extends OldAnswer {
  media_id: string;
}

/** The body of an answer to a sessionWebhook. @see https://open.dingtalk.com/document/development/the-robot-sends-ordinary-messages */
export interface SessionText {
  msgtype: "text";
  text: { content: string };
}
