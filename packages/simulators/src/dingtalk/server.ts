import type { IncomingMessage, ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import { answerFile, CUT, hinderAnswer, hinderCall, hinderUpload } from "../hinder.ts";
import { answerJson, BodyError, type Form, readForm } from "../http.ts";
import { methods } from "./api.ts";
import { oldMethods } from "./oapi.ts";
import type { DingTalkState } from "./state.ts";
import type { Stream } from "./stream.ts";
import { ApiError, OapiError } from "./wire.ts";

/** The largest request: the largest upload and room for its other parts. */
const MAX_BODY = 22 << 20;
const FILES = "/files/";
/** Parameters that are secrets and stay out of the log. */
const HIDDEN = new Set(["appSecret", "clientSecret", "access_token", "appsecret", "session"]);

/** Answers the HTTP requests of both APIs: their paths do not overlap. */
export function createHandler(
  state: DingTalkState,
  stream: Stream,
  closing: AbortSignal,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => void handle(state, stream, closing, request, response);
}

async function handle(
  state: DingTalkState,
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
    await hinderUpload(state.faults, name, request);
    const form = await readForm(request, query, MAX_BODY);
    record.params = Object.fromEntries(
      Object.entries(form.fields).filter(([field]) => !HIDDEN.has(field)),
    );
    record.files = [...form.files.keys()];
    await misbehave(state, closing, name, path.startsWith("/v1.0/"));
    if (isFile) sendFile(state, path.slice(FILES.length), response);
    else {
      const result = call(state, stream, request, path, query, form);
      answer(state, name, result, response);
    }
    record.status = 200;
  } catch (error) {
    if (error === CUT || (closing.aborted && !isRefusal(error))) request.socket.destroy();
    else record.status = refuse(error, response);
  }
}

/** The faults that hit any call before it has an effect. */
async function misbehave(
  state: DingTalkState,
  closing: AbortSignal,
  name: string,
  isNew: boolean,
): Promise<void> {
  const { faults } = state;
  await hinderCall(faults, name, closing);
  if (!faults["server-error"].take(name)) return;
  throw isNew
    ? new ApiError(504, "ServiceUnavailable", "the service did not answer in time")
    : new OapiError(15, "remote service error");
}

function call(
  state: DingTalkState,
  stream: Stream,
  request: IncomingMessage,
  path: string,
  query: string,
  form: Form,
): object {
  const method = methods.get(path);
  if (method !== undefined) {
    if (request.method !== "POST") throw new ApiError(405, "MethodNotAllowed", "use POST");
    return method({ state, stream, headers: request.headers, fields: form.fields });
  }
  const oldMethod = oldMethods.get(path);
  if (oldMethod === undefined) throw new ApiError(404, "InvalidAction.NotFound", "no such api");
  const result = oldMethod({ ...form, state, query: new URLSearchParams(query) });
  return { errcode: 0, errmsg: "ok", ...result };
}

function answer(state: DingTalkState, name: string, body: object, response: ServerResponse): void {
  if (!hinderAnswer(state.faults, name, response)) answerJson(response, 200, body);
}

function sendFile(state: DingTalkState, key: string, response: ServerResponse): void {
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
  // A mistake of the simulator itself: shown, not swallowed.
  return new ApiError(500, "InternalError", String(error));
}
