import type { ServerResponse } from "node:http";
import { toWireJson, type WechatObject } from "./wire.ts";

/** A refusal as the platform answers it: mostly HTTP 200 with a code in the body. */
export class Refusal extends Error {
  readonly body: WechatObject;

  constructor(body: WechatObject) {
    super("refused");
    this.body = body;
  }
}

/** An answer of another HTTP status, without JSON. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text = "", headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** The session has ended, or the token never was one. The real server sends no `ret` here. */
export function sessionTimeout(): Refusal {
  return new Refusal({ errcode: -14, errmsg: "session timeout" });
}

/** -2, the answer to malformed calls and to too many of them. */
export function refuse(errmsg?: string): Refusal {
  return new Refusal({ ret: -2, errmsg });
}

/** Answers with bytes or text, and its length. */
export function answer(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "Content-Length": Buffer.byteLength(body), ...headers });
  response.end(body);
}

/** Answers 200 with JSON. */
export function answerObject(response: ServerResponse, body: WechatObject): void {
  answer(response, 200, toWireJson(body), { "Content-Type": "application/json" });
}
