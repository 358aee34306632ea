import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { answerJson, BodyError, readForm } from "../http.ts";
import type { OpenRecord } from "../request-log.ts";
import { Described, tooManyRequests, WireError } from "./answer.ts";
import { methods } from "./methods.ts";
import { Params } from "./params.ts";
import type { TelegramState } from "./state.ts";

/** The largest request: the largest upload and room for its other parameters. */
const MAX_BODY = (50 << 20) + (1 << 20);

/** The fault that cuts the connection. */
const CUT = Symbol("cut");

/** Answers the platform's HTTP requests. */
export function createHandler(
  state: TelegramState,
  closing: AbortSignal,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => void handle(state, closing, request, response);
}

async function handle(
  state: TelegramState,
  closing: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const [, folder = "", token = "", call = ""] = /^\/(file\/)?bot([^/]*)\/(.*)$/.exec(path) ?? [];
  const record = state.requests.open(state.now(), request.method ?? "", call);
  try {
    const params = new Params(await readForm(request, query, MAX_BODY));
    record.params = params.fields;
    record.files = [...params.files.keys()];
    if (call === "") throw new WireError(404, "Not Found");
    checkToken(state, token);
    if (folder === "")
      await callMethod(state, closing, { call, params, request, response, record });
    else download(state, call, response, record);
  } catch (error) {
    if (error === CUT || (closing.aborted && !(error instanceof WireError)))
      request.socket.destroy();
    else refuse(error, response, record);
  }
}

interface Call {
  readonly call: string;
  readonly params: Params;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: OpenRecord;
}

async function callMethod(
  state: TelegramState,
  closing: AbortSignal,
  { call, params, request, response, record }: Call,
): Promise<void> {
  const name = call.toLowerCase();
  const method = methods.get(name);
  if (method === undefined) throw new WireError(404, "Not Found: method not found");
  const { faults } = state;
  if (faults["drop-connection"].take(name)) throw CUT;
  const slow = faults.slow.take(name);
  if (slow !== undefined) await sleep(slow.ms, undefined, { signal: closing });
  const limit = faults["rate-limit"].take(name);
  if (limit !== undefined) throw tooManyRequests(limit.retryAfter ?? 1);
  const failure = faults["server-error"].take(name);
  if (failure?.status === 502) return answerPage(response, record);
  if (failure !== undefined) throw new WireError(500, "Internal Server Error: restart");
  const result = await method(state, params, (listener) => request.socket.once("close", listener));
  if (faults["lost-reply"].take(name)) throw CUT;
  if (faults.garbled.take(name)) return answerGarbled(response, record);
  record.status = 200;
  if (result instanceof Described) {
    answerJson(response, 200, { ok: true, result: result.result, description: result.description });
  } else answerJson(response, 200, { ok: true, result });
}

function checkToken(state: TelegramState, token: string): void {
  if (!token.includes(":") || token.startsWith("0")) {
    throw new WireError(401, "Unauthorized: invalid token specified");
  }
  if (decodeURIComponent(token) !== state.token || state.faults["revoked-token"].take("")) {
    throw new WireError(401, "Unauthorized");
  }
}

function download(
  state: TelegramState,
  path: string,
  response: ServerResponse,
  record: OpenRecord,
): void {
  const file = state.files.atPath(path);
  if (file === undefined || state.faults["missing-file"].take("download")) {
    throw new WireError(404, "Not Found");
  }
  record.status = 200;
  response.writeHead(200, {
    "Content-Type": "application/octet-stream",
    "Content-Length": file.bytes.length,
  });
  response.end(file.bytes);
}

function refuse(error: unknown, response: ServerResponse, record: OpenRecord): void {
  const refusal = toWireError(error);
  const { status, message, parameters } = refusal;
  record.status = status;
  const retryAfter = parameters?.["retry_after"];
  const headers = typeof retryAfter === "number" ? { "Retry-After": `${retryAfter}` } : {};
  const body = { ok: false, error_code: status, description: message, parameters };
  answerJson(response, status, body, headers);
}

function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof BodyError) return new WireError(error.status, error.message);
  // A mistake of the simulator itself: shown, not swallowed.
  return new WireError(500, `Internal Server Error: ${String(error)}`);
}

/** What the proxy before the real servers answers when they are away. */
function answerPage(response: ServerResponse, record: OpenRecord): void {
  record.status = 502;
  response.writeHead(502, { "Content-Type": "text/html" });
  response.end("<html><head><title>502 Bad Gateway</title></head><body></body></html>");
}

function answerGarbled(response: ServerResponse, record: OpenRecord): void {
  record.status = 200;
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end('{"ok":true,"result":');
}
