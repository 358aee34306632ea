import type { IncomingHttpHeaders } from "node:http";
import { isRecord } from "../http/http.ts";
import { refuse, sessionTimeout } from "./answer.ts";
import { isCurrent, type WechatState } from "./state.ts";
import type { WechatObject } from "./wire.ts";

/**
 * Checks how a client identifies itself: not at all, as older clients, or with the id and version of the official
 * client.
 *
 * @throws Refusal -2
 */
export function checkApp(headers: IncomingHttpHeaders): void {
  const { "ilink-app-id": id, "ilink-app-clientversion": version } = headers;
  // major<<16 | minor<<8 | patch, the top byte is 0.
  const isVersion = typeof version === "string" && isDecimal(version, 2 ** 24);
  const isRight = id === undefined ? version === undefined || isVersion : id === "bot" && isVersion;
  if (!isRight) throw refuse("invalid arguments");
}

/** Checks the headers of every POST, with a session or without. @throws Refusal -2 */
export function checkPost(headers: IncomingHttpHeaders): void {
  const { "content-type": type = "", "x-wechat-uin": uin } = headers;
  const isRight =
    /^application\/json\b/i.test(type) &&
    headers["authorizationtype"] === "ilink_bot_token" &&
    typeof uin === "string" &&
    isUin(uin);
  if (!isRight) throw refuse("invalid arguments");
}

/** Reads the token of the session. @throws Refusal -14 when it is missing, or not that of the session */
export function authorize(state: WechatState, headers: IncomingHttpHeaders): string {
  const [, token = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  checkSession(state, token);
  return token;
}

/** @throws Refusal -14 when the session has ended */
export function checkSession(state: WechatState, token: string): void {
  const revoked = state.faults["revoked-credentials"].take("");
  if (revoked !== undefined || !isCurrent(state, token))
    throw sessionTimeout(revoked?.brokenLength);
}

/**
 * Checks `base_info`, which each call with a session has. Its `bot_agent` is not checked: the official client
 * sends a plain `OpenClaw` by default, and the server ignores values that it cannot read.
 *
 * @throws Refusal -2
 */
export function checkBaseInfo(body: WechatObject): void {
  const info = body["base_info"];
  if (!isRecord(info)) throw refuse();
  const { channel_version: version } = info;
  if (typeof version !== "string" || version === "") throw refuse("invalid arguments");
}

/** Base64 of a random uint32 as decimal text. */
function isUin(text: string): boolean {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text && isDecimal(bytes.toString("latin1"), 2 ** 32);
}

function isDecimal(text: string, below: number): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) < below;
}
