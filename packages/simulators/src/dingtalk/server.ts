import type { IncomingMessage, ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import {
  answerFile,
  ConnectionDropped,
  injectAnswerFault,
  injectCallFault,
  injectUploadFault,
} from "../faults/inject-fault.ts";
import { answerJson, BodyError, type Form, readForm } from "../http/http.ts";
import { isXml, methods } from "./api.ts";
import { oldMethods } from "./oapi.ts";
import type { DingtalkState } from "./state.ts";
import type { Stream } from "./delivery/stream.ts";
import { ApiError, OapiError } from "./wire.ts";

/** Largest request in bytes: the largest upload and the other parts of its form. */
const MAX_BODY = 22 << 20;
const FILES = "/files/";
/** Parameters that are secret and therefore not logged. */
const HIDDEN = new Set(["appSecret", "clientSecret", "access_token", "appsecret", "session"]);

/** Answers the HTTP requests of both APIs, whose paths do not overlap. */
export function createHandler(
  state: DingtalkState,
  stream: Stream,
  closing: AbortSignal,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => void handle(state, stream, closing, request, response);
}

async function handle(
  state: DingtalkState,
  stream: Stream,
  closing: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const isFile = path.startsWith(FILES);
  const name = isFile ? "file" : (path.split("/").at(-1) ?? "").toLowerCase();
  const record = state.requests.open(
    state.now(),
    request.method ?? "",
    isFile ? "file" : path.slice(1),
  );
  try {
    await injectUploadFault(state.faults, name, request);
    // Reads the parameters of the URL and of the body separately.
    const form = await readForm(request, "", MAX_BODY);
    const address = new URLSearchParams(query);
    record.params = Object.fromEntries(
      [...address, ...Object.entries(form.fields)].filter(([field]) => !HIDDEN.has(field)),
    );
    record.files = [...form.files.keys()];
    await injectFaults(state, closing, name, path.startsWith("/v1.0/"));
    const route = `${request.method} ${path}`;
    if (isFile) sendFile(state, request, path.slice(FILES.length), response);
    else {
      const result = call(state, stream, request, route, address, form);
      const isXmlWanted = isXml(state, route, request.headers);
      if (!injectAnswerFault(state.faults, name, response)) {
        if (isXmlWanted) answerXml(response, result);
        else answerJson(response, 200, result);
      }
    }
    record.status = 200;
  } catch (error) {
    if (error instanceof ConnectionDropped || (closing.aborted && !isRefusal(error)))
      request.socket.destroy();
    else record.status = refuse(error, response);
  }
}

/** Applies the faults that hit any call before it has an effect. */
async function injectFaults(
  state: DingtalkState,
  closing: AbortSignal,
  name: string,
  isNew: boolean,
): Promise<void> {
  const { faults } = state;
  await injectCallFault(faults, name, closing);
  if (faults["server-error"].take(name)) {
    throw isNew
      ? new ApiError(504, "ServiceUnavailable", "the service did not answer in time")
      : new OapiError(15, "remote service error");
  }
  const refusal = faults.refuse.take(name);
  if (refusal === undefined) return;
  const { code, status = 400 } = refusal;
  throw isNew
    ? new ApiError(status, String(code), "refused")
    : new OapiError(Number(code), "refused");
}

function call(
  state: DingtalkState,
  stream: Stream,
  { headers }: IncomingMessage,
  route: string,
  query: URLSearchParams,
  form: Form,
): object {
  const method = methods.get(route);
  if (method !== undefined) return method({ state, stream, headers, query, fields: form.fields });
  const oldMethod = oldMethods.get(route);
  if (oldMethod !== undefined) {
    return { errcode: 0, errmsg: "ok", ...oldMethod({ ...form, state, query }) };
  }
  const path = route.slice(route.indexOf(" "));
  const isKnown = [...methods.keys(), ...oldMethods.keys()].some((one) => one.endsWith(path));
  throw isKnown
    ? new ApiError(405, "MethodNotAllowed", "this api has another HTTP method")
    : new ApiError(404, "InvalidAction.NotFound", "no such api");
}

/** Answers with XML: an element for each field. The name of DingTalk's root element is not known. */
function answerXml(response: ServerResponse, body: object): void {
  const fields = Object.entries(body).map(([name, value]) => `<${name}>${String(value)}</${name}>`);
  response.writeHead(200, { "Content-Type": "application/xml;charset=utf-8" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><xml>${fields.join("")}</xml>`);
}

/** Answers a download. A link authorises by itself, so the bot must not send its token there. */
function sendFile(
  state: DingtalkState,
  { method, headers }: IncomingMessage,
  key: string,
  response: ServerResponse,
): void {
  if (method !== "GET") throw new ApiError(405, "MethodNotAllowed", "use GET");
  if (headers["x-acs-dingtalk-access-token"] !== undefined || headers.authorization !== undefined) {
    throw new ApiError(400, "InvalidArgument", "a link is fetched without a token");
  }
  const file = state.files.atLink(key);
  if (file === undefined || state.faults["missing-file"].take("file")) {
    throw new ApiError(404, "NoSuchKey", "the file is not there");
  }
  answerFile(response, file.bytes, {
    headers: { "Content-Type": "application/octet-stream" },
    isLost: state.faults["lost-reply"].take("file") !== undefined,
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError || error instanceof OapiError;
}

/** Answers with the refusal and returns its status. */
function refuse(error: unknown, response: ServerResponse): number {
  if (error instanceof OapiError) {
    const { errcode, message: errmsg, more } = error;
    answerJson(response, 200, { errcode, ...more, errmsg, request_id: randomUUID() });
    return 200;
  }
  const { status, code, message } = toApiError(error);
  answerJson(response, status, { requestid: randomUUID(), code, message });
  return status;
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof BodyError) return new ApiError(error.status, "InvalidBody", error.message);
  // A fault of the simulator itself is reported to the client, not hidden.
  return new ApiError(500, "InternalError", String(error));
}
