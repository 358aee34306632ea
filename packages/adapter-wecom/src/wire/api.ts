/**
 * The types of the API for self-built apps: what the adapter sends, and what it reads from the
 * answers. An answer is `Unchecked`: each field is read with a fallback.
 *
 * @see https://developer.work.weixin.qq.com/document/path/90664
 */
import { fieldsOf, numberOf } from "@botwright/adapter-kit";

/** The fields of every answer. @see https://developer.work.weixin.qq.com/document/path/90313 */
export interface Answer {
  /** 0 is success; a success may leave it out. */
  errcode?: number;
  errmsg?: string;
}

/**
 * The calls below `/cgi-bin/`: the query of each besides the access token, its JSON body,
 * and its answer.
 */
export interface Calls {
  /** @see https://developer.work.weixin.qq.com/document/path/91039 */
  gettoken: { query: { corpid: string; corpsecret: string }; body: never; answer: TokenAnswer };
  /** @see https://developer.work.weixin.qq.com/document/path/90227 */
  "agent/get": { query: { agentid: string }; body: never; answer: Answer };
  /** @see https://developer.work.weixin.qq.com/document/path/90236 */
  "message/send": { query: never; body: SendRequest; answer: SendAnswer };
  /** Sent as a form. @see https://developer.work.weixin.qq.com/document/path/90253 */
  "media/upload": { query: { type: UploadType }; body: never; answer: UploadAnswer };
  /** A success answers with bytes. @see https://developer.work.weixin.qq.com/document/path/90254 */
  "media/get": { query: { media_id: string }; body: never; answer: Answer };
}

interface TokenAnswer extends Answer {
  access_token?: string;
  /** Seconds. */
  expires_in?: number;
}

/** A message to one member. */
export type SendRequest = Content & {
  /** A UserID. The API also accepts a list, which the adapter refuses. */
  readonly touser: string;
  readonly agentid: number;
  /** With 1, WeCom delivers the same JSON only once within half an hour. @default 0 */
  readonly enable_duplicate_check?: 1;
};

/** The content of an outgoing message. */
export type Content =
  | { readonly msgtype: "text"; readonly text: { readonly content: string } }
  | { readonly msgtype: "image"; readonly image: MediaContent }
  | { readonly msgtype: "video"; readonly video: MediaContent }
  | { readonly msgtype: "file"; readonly file: MediaContent };

interface MediaContent {
  readonly media_id: string;
}

interface SendAnswer extends Answer {
  /** The invalid receivers, joined by `|`. The `errcode` is 0 if there are valid ones. */
  invaliduser?: string;
  msgid?: string;
}

/** The types of media that the adapter uploads. */
export type UploadType = "image" | "video" | "file";

interface UploadAnswer extends Answer {
  /** Valid for three days. */
  media_id?: string;
}

/** The `errcode` of an answer; 0 when it has none. */
export function errcodeOf(answer: unknown): number {
  return numberOf(fieldsOf<Answer>(answer).errcode);
}

/**
 * Removes the characters that JSON can only write as a `\u` escape, which the API refuses: control characters and
 * lone surrogates. Neither can be displayed.
 */
export function withoutEscapes(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.toWellFormed().replaceAll(/[\0-\x07\x0b\x0e-\x1f]/g, "");
}

/**
 * The tags that WeCom turns into a link, whose text hides the address.
 *
 * @see https://developer.work.weixin.qq.com/document/path/90236
 */
const LINK = /<(?=a\s|\/a\s*>)/gi;

/** Disables the links in a text by a word joiner, which has no width, so that people see what a plugin wrote. */
export function escapeLinks(text: string): string {
  return text.replaceAll(LINK, "<\u2060");
}
