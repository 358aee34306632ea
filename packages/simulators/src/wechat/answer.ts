import type { ServerResponse } from "node:http";
import { toWireJson, type WechatObject } from "./wire.ts";

/** A refusal in the platform's form: mostly HTTP 200 with a code in the body. */
export class Refusal extends Error {
  readonly body: WechatObject;
  /** Whether the announced length is wrong, so that clients cannot read the answer. */
  readonly brokenLength: boolean;

  constructor(body: WechatObject, brokenLength = false) {
    super("refused");
    this.body = body;
    this.brokenLength = brokenLength;
  }
}

/** An answer with another HTTP status, without JSON. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text = "", headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** The error of an ended session, or of a token that never was valid. The real server sends no `ret` here. */
export function sessionTimeout(brokenLength?: boolean): Refusal {
  return new Refusal({ errcode: -14, errmsg: "session timeout" }, brokenLength);
}

/** -2, the answer to malformed calls and to too many calls. */
export function refuse(errmsg?: string): Refusal {
  return new Refusal({ ret: -2, errmsg });
}

/** Answers with bytes or text, including the length. */
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

/** Answers 200 with JSON and two lengths. Writes to the socket, because Node's own writer would refuse that. */
export function answerBroken({ socket }: ServerResponse, body: WechatObject): void {
  const text = toWireJson(body);
  const head = ["HTTP/1.1 200 OK", "Content-Type: application/json"];
  const lengths = [1, Buffer.byteLength(text)].map((length) => `Content-Length: ${length}`);
  socket?.end(`${[...head, ...lengths].join("\r\n")}\r\n\r\n${text}`);
}
