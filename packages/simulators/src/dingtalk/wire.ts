/**
 * The types of DingTalk's robot API that the simulator sends.
 * Reference: https://open.dingtalk.com/document/
 */

/** A wire object that is passed on unchanged. */
export type DingtalkObject = Readonly<Record<string, unknown>>;

/** The kinds of a robot message. */
export type DingtalkMessageType =
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

/** A message to the robot: the `data` of a frame, or the body of a callback. */
export interface DingtalkMessage extends DingtalkObject {
  readonly msgId: string;
  readonly msgtype: string;
  /** Milliseconds since 1970. */
  readonly createAt: number | string;
  /** `"1"` is a chat of two, `"2"` a group. */
  readonly conversationType: string;
  readonly sessionWebhook?: string;
  readonly sessionWebhookExpiredTime?: number;
}

/** A frame from the platform to the robot through a Stream socket. */
export interface DingtalkFrame {
  readonly specVersion: "1.0";
  readonly type: "SYSTEM" | "EVENT" | "CALLBACK";
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as text. */
  readonly data: string;
}

/** The topic under which robot messages are pushed. */
export const ROBOT_TOPIC = "/v1.0/im/bot/messages/get";

/** The robot's encrypted id. */
export const ROBOT_ID = "$:LWCP_v1:$robot";

/** A refusal of the new API: an HTTP status and a textual code. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A refusal of the old API: HTTP 200 and a numeric code. */
export class OapiError extends Error {
  readonly errcode: number;
  readonly more: DingtalkObject;

  constructor(errcode: number, message: string, more: DingtalkObject = {}) {
    super(message);
    this.errcode = errcode;
    this.more = more;
  }
}

/** The error 88 of the old API, which wraps another error. */
export function subError(code: string, message: string): OapiError {
  return new OapiError(88, `ding talk error[subcode=${code},submsg=${message}]`, {
    sub_code: code,
    sub_msg: message,
  });
}
