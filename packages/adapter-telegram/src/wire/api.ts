/**
 * The calls of the Telegram Bot API that the adapter makes, and the envelope of each answer.
 *
 * @see https://core.telegram.org/bots/api#making-requests
 */
import { isFields, type Known } from "@botwright/adapter-kit";

/** @see https://core.telegram.org/bots/api#making-requests */
export interface Answer {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: ResponseParameters;
}

/** @see https://core.telegram.org/bots/api#responseparameters */
export interface ResponseParameters {
  /** Seconds. */
  retry_after?: number;
}

/**
 * The parameters of each method, which are sent as JSON. A result is `unknown` until a guard of `wire.ts`
 * has read it.
 */
export interface Calls {
  /** @see https://core.telegram.org/bots/api#getme */
  getMe: Record<string, never>;
  /** @see https://core.telegram.org/bots/api#getupdates */
  getUpdates: GetUpdates;
  /** @see https://core.telegram.org/bots/api#setwebhook */
  setWebhook: SetWebhook;
  /** @see https://core.telegram.org/bots/api#deletewebhook */
  deleteWebhook: { readonly drop_pending_updates: boolean };
  /** @see https://core.telegram.org/bots/api#sendmessage */
  sendMessage: SendMessage;
  /** @see https://core.telegram.org/bots/api#sendchataction */
  sendChatAction: SendChatAction;
  /** @see https://core.telegram.org/bots/api#getfile */
  getFile: { readonly file_id: string };
}

/** The methods that upload a file, each with the form field that holds the file. */
export const UPLOAD_FIELDS = {
  /** @see https://core.telegram.org/bots/api#sendphoto */
  sendPhoto: "photo",
  /** @see https://core.telegram.org/bots/api#sendvideo */
  sendVideo: "video",
  /** @see https://core.telegram.org/bots/api#senddocument */
  sendDocument: "document",
} as const;

/** A method that uploads a file. */
export type UploadMethod = keyof typeof UPLOAD_FIELDS;

/** The parameters of an {@link UploadMethod} besides its file. */
export interface UploadParameters {
  readonly chat_id: string;
  readonly reply_parameters?: ReplyParameters | undefined;
}

/** The kinds of updates that the adapter requests. */
type AllowedUpdates = readonly "message"[];

interface GetUpdates {
  /** The first update that is requested: the server forgets all before it. @default the oldest one of the server */
  readonly offset?: number;
  /** How long the server holds an empty poll, in seconds. */
  readonly timeout: number;
  /** How many updates the server answers at most: 1 to 100. */
  readonly limit: number;
  readonly allowed_updates: AllowedUpdates;
}

interface SetWebhook {
  readonly url: string;
  /** The server repeats this token in a header of each request. */
  readonly secret_token: string;
  readonly allowed_updates: AllowedUpdates;
}

interface SendMessage {
  /** A chat's number, or a public name. */
  readonly chat_id: number | string;
  readonly text: string;
  readonly reply_parameters?: ReplyParameters | undefined;
}

interface SendChatAction {
  readonly chat_id: string;
  /** `cancel` ends the indicator; it is not documented, but the server knows it. */
  readonly action: "typing" | "cancel";
}

/** @see https://core.telegram.org/bots/api#replyparameters */
export interface ReplyParameters {
  readonly message_id: number;
  readonly allow_sending_without_reply: true;
}

export function isAnswer(value: unknown): value is Known<Answer, "ok"> {
  return isFields<Answer>(value) && typeof value.ok === "boolean";
}
