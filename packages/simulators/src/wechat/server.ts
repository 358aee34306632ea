import type { IncomingMessage, ServerResponse } from "node:http";
import { answerFile, CUT, hinderAnswer, hinderCall, hinderUpload } from "../hinder.ts";
import { BodyError, isRecord, readBody } from "../http.ts";
import type { OpenRecord } from "../request-log.ts";
import { answer, answerObject, HttpRefusal, Refusal, refuse, sessionTimeout } from "./answer.ts";
import { clientError } from "./cdn.ts";
import { methods } from "./methods.ts";
import { isCurrent, type WechatState } from "./state.ts";
import type { WechatObject } from "./wire.ts";

/** What the CDN takes; the real limit is not known. */
const MAX_BODY = 100 << 20;

/** One request on its way to an answer. */
interface Exchange {
  readonly state: WechatState;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly record: OpenRecord;
  readonly gone: AbortSignal;
}

/** Answers the platform's HTTP requests: the QR login, the bot's calls and the CDN. */
export function createHandler(
  state: WechatState,
  closing: AbortSignal,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const call = url.pathname.replace(/^\/(ilink\/bot\/)?/, "");
    const record = state.requests.open(state.now(), request.method ?? "", call);
    const left = new AbortController();
    response.once("close", () => left.abort());
    const gone = AbortSignal.any([closing, left.signal]);
    const exchange = { state, request, response, url, record, gone };
    handle(exchange, call).then(
      () => void (record.status = response.statusCode),
      (error: unknown) => {
        if (error === CUT || closing.aborted) request.socket.destroy();
        else record.status = refuseWith(error, response);
      },
    );
  };
}

async function handle(exchange: Exchange, call: string): Promise<void> {
  const { state, request, response, url, record, gone } = exchange;
  await hinderUpload(state.faults, call, request);
  const body = await readBody(request, MAX_BODY);
  const query = Object.fromEntries(url.searchParams);
  await misbehave(state, gone, call);
  if (call === "c2c/upload" || call === "c2c/download") {
    record.params = query;
    return transfer(exchange, call, body);
  }
  const fields = readJson(body);
  record.params = withoutTokens({ ...query, ...fields });
  const result = await respond(exchange, call, fields);
  if (!hinderAnswer(state.faults, call, response)) answerObject(response, result);
}

/** The faults that hit any call before it has an effect. */
async function misbehave(state: WechatState, gone: AbortSignal, call: string): Promise<void> {
  const { faults } = state;
  await hinderCall(faults, call, gone);
  const failure = faults["server-error"].take(call);
  if (failure !== undefined) {
    throw new HttpRefusal(failure.status ?? 500, "<html><body>gateway</body></html>");
  }
}

async function respond(
  { state, request, url, gone }: Exchange,
  call: string,
  body: WechatObject,
): Promise<WechatObject> {
  if (call === "get_bot_qrcode") {
    if (url.searchParams.get("bot_type") !== "3") throw refuse("invalid arguments");
    const tokens = body["local_token_list"];
    return state.login.issue(Array.isArray(tokens) ? tokens.slice(0, 10) : []);
  }
  if (call === "get_qrcode_status" && request.method === "GET") {
    const { searchParams } = url;
    const code = searchParams.get("verify_code") ?? "";
    return state.login.status(searchParams.get("qrcode") ?? "", code, gone);
  }
  const method = methods.get(call);
  if (method === undefined || request.method !== "POST") throw new HttpRefusal(404);
  const token = authorize(state, request);
  if (!isRecord(body["base_info"])) throw refuse();
  return method(state, { token, body, gone });
}

/** @throws Refusal -14 for a wrong token, -2 for a header that is missing or malformed */
function authorize(state: WechatState, { headers }: IncomingMessage): string {
  const uin = headers["x-wechat-uin"];
  const number = Buffer.from(typeof uin === "string" ? uin : "", "base64").toString("latin1");
  const isUint32 = /^\d{1,10}$/.test(number) && Number(number) < 2 ** 32;
  if (headers["authorizationtype"] !== "ilink_bot_token" || !isUint32) {
    throw refuse("invalid arguments");
  }
  const [, token = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const isRevoked = state.faults["revoked-credentials"].take("") !== undefined;
  if (isRevoked || !isCurrent(state, token)) throw sessionTimeout();
  return token;
}

function transfer(exchange: Exchange, call: string, body: Buffer): void {
  const { state, request, response, url } = exchange;
  const param = url.searchParams.get("encrypted_query_param") ?? "";
  if (call === "c2c/download") {
    const file = state.cdn.get(param);
    const isMissing = state.faults["missing-file"].take(call) !== undefined;
    if (request.method !== "GET" || file === undefined || isMissing) throw new HttpRefusal(404);
    const isLost = state.faults["lost-reply"].take(call) !== undefined;
    answerFile(response, file.stored, { headers: {}, isLost });
    return;
  }
  if (request.method !== "POST") throw new HttpRefusal(404);
  if (request.headers["content-type"] !== "application/octet-stream") {
    throw clientError("wrong content type");
  }
  const refused = state.faults["refused-upload"].take(call);
  if (refused !== undefined) throw clientError("upload refused", refused.status ?? 500);
  const name = state.cdn.upload(param, url.searchParams.get("filekey"), body);
  const isUnnamed = state.faults["unnamed-upload"].take(call) !== undefined;
  answer(response, 200, "", isUnnamed ? {} : { "x-encrypted-param": name });
}

function withoutTokens(params: WechatObject): WechatObject {
  const { local_token_list: tokens, ...shown } = params;
  return Array.isArray(tokens) ? { ...shown, local_token_list: tokens.map(() => "…") } : shown;
}

function readJson(body: Buffer): WechatObject {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    if (isRecord(value)) return value;
  } catch {
    // Answered like any other body that the server cannot use.
  }
  throw refuse();
}

/** Answers with the refusal and returns its status. */
function refuseWith(error: unknown, response: ServerResponse): number {
  if (error instanceof Refusal) {
    answerObject(response, error.body);
    return 200;
  }
  if (error instanceof HttpRefusal) {
    answer(response, error.status, error.message, error.headers);
    return error.status;
  }
  const status = error instanceof BodyError ? error.status : 500;
  // A mistake of the simulator itself: shown, not swallowed.
  answer(response, status, String(error));
  return status;
}
