/**
 * The types of the calls of the iLink bot API, from the protocol's documentation. Answers
 * are `Unchecked`; bytes are base64.
 *
 * @see https://github.com/Tencent/openclaw-weixin/blob/HEAD/docs/protocol.md#bot-api
 */
import type { MESSAGE_TYPES, OutgoingItem, WeixinMessage } from "../wire.ts";

/** The calls of a bot, by their path. Each body also gets a {@link BaseInfo}. */
export interface BotCalls {
  getupdates: { body: UpdatesRequest; answer: Updates };
  sendmessage: { body: { msg: OutgoingMessage }; answer: Sent };
  getuploadurl: { body: UploadRequest; answer: UploadAddress };
  getconfig: { body: ConfigRequest; answer: Config };
  sendtyping: { body: TypingRequest; answer: Answer };
  "msg/notifystart": { body: Record<string, never>; answer: Answer };
  "msg/notifystop": { body: Record<string, never>; answer: Answer };
}

/** The fields that every answer may have. API errors have HTTP status 200. */
export interface Answer {
  /** An error code, or 0. */
  ret?: number;
  /** Has the same meaning; some answers use this field. */
  errcode?: number;
  errmsg?: string;
}

/** Identifies the client. */
export interface BaseInfo {
  /** Version of the official client whose protocol this is. */
  channel_version: string;
  /** Products as in a User-Agent: `Name/Version`. */
  bot_agent: string;
}

interface UpdatesRequest {
  /** The cursor of the previous answer; at first `""`. */
  get_updates_buf?: string;
}

export interface Updates extends Answer {
  msgs?: WeixinMessage[];
  /** The next cursor; when it is absent or empty, the old one stays valid. */
  get_updates_buf?: string;
  /** How long the server holds the next poll, in milliseconds. */
  longpolling_timeout_ms?: number;
}

/** A message of the bot. The server refuses more than one item. */
export type OutgoingMessage = Required<
  Pick<WeixinMessage, "to_user_id" | "client_id" | "message_state">
> &
  Pick<WeixinMessage, "context_token"> & {
    from_user_id: "";
    message_type: typeof MESSAGE_TYPES.bot;
    item_list: readonly [OutgoingItem];
  };

interface Sent extends Answer {
  message_id?: WeixinMessage["message_id"];
}

/** `media_type` of an upload. */
export const UPLOAD_TYPES = { image: 1, video: 2, file: 3, voice: 4 } as const;

/** Announces an upload. Sizes in bytes. */
interface UploadRequest {
  /** Chosen by the client: 32 hex characters. */
  filekey: string;
  media_type: (typeof UPLOAD_TYPES)[keyof typeof UPLOAD_TYPES];
  to_user_id: string;
  rawsize: number;
  /** In hex. */
  rawfilemd5: string;
  /** Size of the ciphertext. */
  filesize: number;
  no_need_thumb: true;
  /** The key as 32 hex characters. */
  aeskey: string;
}

/** Has one of the two fields. */
export interface UploadAddress extends Answer {
  upload_full_url?: string;
  /** The parameter of an upload, from older servers. */
  upload_param?: string;
}

interface ConfigRequest {
  ilink_user_id: string;
  context_token?: string;
}

interface Config extends Answer {
  /** The ticket that sendtyping needs. */
  typing_ticket?: string;
}

/** `status` of the typing indicator. */
export const TYPING_STATUS = { typing: 1, cancel: 2 } as const;

export type TypingStatus = (typeof TYPING_STATUS)[keyof typeof TYPING_STATUS];

interface TypingRequest {
  ilink_user_id: string;
  typing_ticket: string;
  status: TypingStatus;
}

/**
 * The calls of a QR login, by their path. They have neither token nor {@link BaseInfo}.
 *
 * @see https://github.com/Tencent/openclaw-weixin/blob/HEAD/docs/protocol.md#qr-code-login
 */
export interface LoginCalls {
  get_bot_qrcode: {
    /** The newest known tokens: the server reports when one of them belongs to the scanned bot. */
    body: { local_token_list: readonly string[] };
    answer: QrCode;
  };
  /** The server holds this call until the status changes. */
  get_qrcode_status: { body: undefined; answer: QrStatus };
}

interface QrCode extends Answer {
  /** The handle of the code for get_qrcode_status. */
  qrcode?: string;
  /** The text to draw as a QR code. */
  qrcode_img_content?: string;
}

/** The state of a QR code; the spellings are those of the server. */
export interface QrStatus extends Answer {
  status?:
    | "wait"
    | "scaned"
    | "confirmed"
    | "expired"
    | "scaned_but_redirect"
    | "need_verifycode"
    | "verify_code_blocked"
    | "binded_redirect";
  /** In `scaned_but_redirect`: the host to poll from then on. */
  redirect_host?: string;
  /** This and all fields below: in `confirmed`. */
  bot_token?: string;
  ilink_bot_id?: string;
  /** The person who has scanned the code. */
  ilink_user_id?: string;
  /** Base URL for the calls of the bot. */
  baseurl?: string;
}
