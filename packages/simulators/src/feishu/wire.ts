/**
 * The types and codes of the Feishu Open Platform that the simulator sends.
 * Reference: https://open.feishu.cn/document
 */

/** An API error: most have HTTP status 400 and this code in the JSON body. */
export class FeishuError extends Error {
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: number,
    message: string,
    status = 400,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** The business codes of the simulator. */
export const CODES = {
  badParameter: 230001,
  recalled: 230011,
  unavailableUser: 230013,
  frequency: 230020,
  tooLong: 230025,
  deleted: 230110,
  otherUpload: 230055,
  noMessage: 231003,
  noResource: 234043,
  tokenMissing: 99991661,
  tokenInvalid: 99991663,
  tokenForm: 99991671,
  noScope: 99991672,
  requestFrequency: 99991400,
  badSecret: 10014,
  noPage: 99991600,
  noChat: 232006,
  otherSender: 230071,
  notEditable: 230054,
} as const;

/** The refusal of an invalid call. */
export function bad(message: string): FeishuError {
  return new FeishuError(CODES.badParameter, message);
}

/** The author of a message, in the form of the message calls. */
export interface FeishuSender {
  readonly id: string;
  readonly id_type: "open_id" | "app_id";
  readonly sender_type: "user" | "app";
  readonly tenant_key: string;
  readonly sender_name?: string;
  /** The bot's own open_id, when a bot has written the message. */
  readonly open_bot_id?: string;
}

/** A message in the form of the calls of im/v1. */
export interface FeishuMessage {
  readonly message_id: string;
  readonly root_id?: string;
  readonly parent_id?: string;
  /** The forward that this message is in. */
  readonly upper_message_id?: string;
  readonly msg_type: string;
  /** Milliseconds since 1970. */
  readonly create_time: string;
  readonly update_time: string;
  readonly deleted: boolean;
  readonly updated: boolean;
  readonly chat_id: string;
  readonly sender: FeishuSender;
  /** `content` is JSON. */
  readonly body: { readonly content: string };
  readonly mentions: readonly object[];
}

/** An event of schema 2.0. */
export interface FeishuEvent {
  readonly schema: "2.0";
  readonly header: {
    readonly event_id: string;
    readonly event_type: string;
    readonly create_time: string;
    readonly token: string;
    readonly app_id: string;
    readonly tenant_key: string;
  };
  readonly event: object;
}

/** The client configuration of a long connection, in seconds. */
export interface ClientConfig {
  readonly ReconnectCount: number;
  readonly ReconnectInterval: number;
  readonly ReconnectNonce: number;
  readonly PingInterval: number;
}
