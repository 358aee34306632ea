import type { IncomingMessage, ServerResponse } from "node:http";
import {
  answerFile,
  ConnectionDropped,
  injectAnswerFault,
  injectCallFault,
  injectUploadFault,
} from "../faults/inject-fault.ts";
import { BodyError, isRecord, readBody } from "../http/http.ts";
import type { OpenRecord } from "../api/request-log.ts";
import { answer, answerBroken, answerObject, HttpRefusal, Refusal, refuse } from "./answer.ts";
import { authorize, checkApp, checkBaseInfo, checkPost } from "./caller.ts";
import { clientError } from "./cdn.ts";
import { methods } from "./methods.ts";
import type { WechatState } from "./state.ts";
import type { WechatObject } from "./wire.ts";

/** The largest body that the CDN accepts, in bytes; the real limit is not known. */
const MAX_BODY = 100 << 20;
/** The most tokens in `local_token_list`. */
const MAX_KNOWN_TOKENS = 10;
const LOGIN_CALLS: ReadonlySet<string> = new Set(["get_bot_qrcode", "get_qrcode_status"]);

/** One request and its answer. */
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
    const call = nameOf(url.pathname);
    const record = state.requests.open(state.now(), request.method ?? "", call);
    const left = new AbortController();
    response.once("close", () => left.abort());
    const gone = AbortSignal.any([closing, left.signal]);
    const exchange = { state, request, response, url, record, gone };
    handle(exchange, call).then(
      () => void (record.status = response.statusCode),
      (error: unknown) => {
        if (error instanceof ConnectionDropped || closing.aborted) request.socket.destroy();
        else record.status = refuseWith(error, response);
      },
    );
  };
}

async function handle(exchange: Exchange, call: string): Promise<void> {
  const { state, request, response, url, record, gone } = exchange;
  await injectUploadFault(state.faults, call, request);
  const body = await readBody(request, MAX_BODY);
  const query = Object.fromEntries(url.searchParams);
  await injectFaults(state, gone, call);
  if (call === "c2c/upload" || call === "c2c/download") {
    record.params = query;
    return transfer(exchange, call, body);
  }
  if (!LOGIN_CALLS.has(call) && !methods.has(call)) throw new HttpRefusal(404);
  const fields = readJson(body);
  record.params = withoutTokens({ ...query, ...fields });
  const result = await respond(exchange, call, fields);
  if (!injectAnswerFault(state.faults, call, response)) answerObject(response, result);
}

/** Applies the faults that hit any call before it has an effect. */
async function injectFaults(state: WechatState, gone: AbortSignal, call: string): Promise<void> {
  const { faults } = state;
  await injectCallFault(faults, call, gone);
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
  const { method: verb = "", headers } = request;
  const isPost = verb === "POST" || verb === "OPTIONS";
  checkApp(headers);
  const { searchParams } = url;
  if (call === "get_qrcode_status" && verb === "GET") {
    const code = searchParams.get("verify_code") ?? "";
    return state.login.status(searchParams.get("qrcode") ?? "", {
      code,
      host: headers.host ?? "",
      gone,
    });
  }
  if (call === "get_bot_qrcode" && (isPost || verb === "GET")) {
    if (isPost) checkPost(headers);
    if (searchParams.get("bot_type") !== "3") throw refuse("invalid arguments");
    // Older clients use GET and send no tokens.
    return state.login.issue(isPost ? knownTokens(body) : []);
  }
  const method = methods.get(call);
  // The real server treats OPTIONS like a call too.
  if (method === undefined || !isPost) throw new HttpRefusal(404);
  checkPost(headers);
  const token = authorize(state, headers);
  checkBaseInfo(body);
  return method(state, { token, body, gone });
}

/** The known tokens of a request: at most ten, newest first. @throws Refusal -2 */
function knownTokens({ local_token_list: tokens, base_info: info }: WechatObject): unknown[] {
  const isRight =
    Array.isArray(tokens) &&
    tokens.length <= MAX_KNOWN_TOKENS &&
    tokens.every((token) => typeof token === "string") &&
    info === undefined;
  if (!isRight) throw refuse("invalid arguments");
  return tokens;
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
  if (refused !== undefined) throw uploadRefusal(refused.status ?? 500);
  const name = state.cdn.upload(param, url.searchParams.get("filekey"), body);
  const isUnnamed = state.faults["unnamed-upload"].take(call) !== undefined;
  answer(response, 200, "", isUnnamed ? {} : { "x-encrypted-param": name });
}

/** The name of a call: its path without `ilink/bot/`; other paths unchanged. */
function nameOf(path: string): string {
  const [, call = path] = /^\/(?:ilink\/bot\/(?!c2c\/)|(?=c2c\/))(.+)$/.exec(path) ?? [];
  return call;
}

/** The refusal of an upload; only a 4xx contains a reason. */
function uploadRefusal(status: number): HttpRefusal {
  return status >= 500 ? new HttpRefusal(status) : clientError("upload refused", status);
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
    // Answered like any other malformed body.
  }
  throw refuse();
}

/** Answers with the refusal and returns its status. */
function refuseWith(error: unknown, response: ServerResponse): number {
  if (error instanceof Refusal) {
    if (error.brokenLength) answerBroken(response, error.body);
    else answerObject(response, error.body);
    return 200;
  }
  if (error instanceof HttpRefusal) {
    answer(response, error.status, error.message, error.headers);
    return error.status;
  }
  const status = error instanceof BodyError ? error.status : 500;
  // A fault of the simulator itself is reported to the client, not hidden.
  answer(response, status, String(error));
  return status;
}
