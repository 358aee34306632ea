import type { IncomingMessage, ServerResponse } from "node:http";
import {
  answerFile,
  ConnectionDropped,
  injectAnswerFault,
  injectCallFault,
  injectUploadFault,
} from "../faults/inject-fault.ts";
import { answerJson, BodyError, readForm } from "../http/http.ts";
import { Described, tooManyRequests, WireError } from "./answer.ts";
import { methods } from "./methods.ts";
import { Params } from "./methods/params.ts";
import type { TelegramState } from "./state.ts";

/** Largest request in bytes: the largest upload and its other parameters. */
const MAX_BODY = (50 << 20) + (1 << 20);

/** `/bot<token>/<method>` and `/file/bot<token>/<path>`; the bot is in the test environment too. */
const ADDRESS = /^\/(file\/)?bot([^/]*)\/(?:test\/)?(.*)$/;

/** A bound above all ids of bots. */
const BOT_ID_LIMIT = 2 ** 54;

/** Thrown to answer like the proxy of the real servers when they are down. */
class BadGateway extends Error {}

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
  const address = ADDRESS.exec(path);
  const [, folder, token = "", call = ""] = address ?? [];
  const record = state.requests.open(state.now(), request.method ?? "", call);
  try {
    await injectUploadFault(state.faults, call.toLowerCase(), request);
    const params = new Params(await readForm(request, query, MAX_BODY));
    record.params = params.fields;
    record.files = [...params.files.keys()];
    if (address === null) throw new WireError(404, "Not Found");
    checkToken(state, token);
    const name = folder === undefined ? call.toLowerCase() : "download";
    await injectFaults(state, closing, name);
    if (name === "download") download(state, call, response);
    else await callMethod(state, name, params, response);
    record.status = 200;
  } catch (error) {
    if (error instanceof ConnectionDropped || (closing.aborted && !(error instanceof WireError))) {
      request.socket.destroy();
    } else record.status = refuse(error, response);
  }
}

/** Applies the faults that hit any call before it has an effect. */
async function injectFaults(
  state: TelegramState,
  closing: AbortSignal,
  name: string,
): Promise<void> {
  const { faults } = state;
  await injectCallFault(faults, name, closing);
  const limit = faults["rate-limit"].take(name);
  if (limit !== undefined) throw tooManyRequests(limit.retryAfter ?? 1);
  const failure = faults["server-error"].take(name);
  if (failure?.status === 502) throw new BadGateway();
  if (failure !== undefined) throw new WireError(500, "Internal Server Error: restart");
}

async function callMethod(
  state: TelegramState,
  name: string,
  params: Params,
  response: ServerResponse,
): Promise<void> {
  const method = methods.get(name);
  if (method === undefined) throw new WireError(404, "Not Found: method not found");
  const result = await method(state, params, (listener) => response.once("close", listener));
  if (injectAnswerFault(state.faults, name, response)) return;
  if (result instanceof Described) {
    answerJson(response, 200, { ok: true, result: result.result, description: result.description });
  } else answerJson(response, 200, { ok: true, result });
}

function checkToken(state: TelegramState, text: string): void {
  const token = text.replace(/%3a/i, ":");
  const isToken = token.includes(":") && !token.startsWith("0");
  if (!isToken || Number.parseInt(token, 10) >= BOT_ID_LIMIT) {
    throw new WireError(401, "Unauthorized: invalid token specified");
  }
  if (token !== state.token || state.faults["revoked-credentials"].take("")) {
    throw new WireError(401, "Unauthorized");
  }
}

/** The path that an address names; one with other escapes names nothing. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

function download(state: TelegramState, path: string, response: ServerResponse): void {
  const file = state.files.atPath(decoded(path));
  if (file === undefined || state.faults["missing-file"].take("download")) {
    throw new WireError(404, "Not Found");
  }
  answerFile(response, file.bytes, {
    headers: { "Content-Type": "application/octet-stream" },
    isLost: state.faults["lost-reply"].take("download") !== undefined,
  });
}

/** Answers with the refusal and returns its status. */
function refuse(error: unknown, response: ServerResponse): number {
  if (error instanceof BadGateway) {
    response.writeHead(502, { "Content-Type": "text/html" });
    response.end("<html><head><title>502 Bad Gateway</title></head><body></body></html>");
    return 502;
  }
  const { status, message, parameters } = toWireError(error);
  const retryAfter = parameters?.["retry_after"];
  const headers = typeof retryAfter === "number" ? { "Retry-After": `${retryAfter}` } : {};
  const body = { ok: false, error_code: status, description: message, parameters };
  answerJson(response, status, body, headers);
  return status;
}

function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof BodyError) return new WireError(error.status, error.message);
  // A fault of the simulator itself is reported to the client, not hidden.
  return new WireError(500, `Internal Server Error: ${String(error)}`);
}
