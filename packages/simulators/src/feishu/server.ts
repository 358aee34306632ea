import type { IncomingMessage, ServerResponse } from "node:http";
import {
  answerFile,
  ConnectionDropped,
  injectAnswerFault,
  injectCallFault,
  injectUploadFault,
} from "../faults/inject-fault.ts";
import { answerJson, BodyError, type Form, readForm } from "../http/http.ts";
import { checkBody, type Outcome, type Route, ROUTES } from "./routes.ts";
import type { LongConnections } from "./delivery/socket.ts";
import type { FeishuState } from "./state.ts";
import { CODES, FeishuError } from "./wire.ts";

/** Largest request in bytes: the largest file and the other parts of its form. */
const MAX_BODY = (30 << 20) + (1 << 20);
const API = "/open-apis";
const TOKEN_PATH = `${API}/auth/v3/tenant_access_token/internal`;
const ENDPOINT_PATH = "/callback/ws/endpoint";

/** Thrown to answer with an error that does not come from the platform's API. */
const BROKEN = new Error("broken");

/** Answers the platform's HTTP requests. */
export function createHandler(
  state: FeishuState,
  sockets: LongConnections,
  closing: AbortSignal,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => void handle(state, sockets, closing, request, response);
}

async function handle(
  state: FeishuState,
  sockets: LongConnections,
  closing: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "", "http://127.0.0.1");
  const verb = request.method ?? "";
  const record = state.requests.open(state.now(), verb, url.pathname);
  try {
    const call = nameOf(verb, url.pathname);
    await injectUploadFault(state.faults, call.name, request);
    const form = await readForm(request, "", MAX_BODY);
    record.params = { ...Object.fromEntries(url.searchParams), ...withoutSecrets(form.fields) };
    record.files = [...form.files.keys()];
    await injectFaults(state, closing, call.name);
    const outcome = run(state, sockets, call, url, request, form);
    answer(state, call.name, outcome, response);
    record.status = 200;
  } catch (error) {
    if (
      error instanceof ConnectionDropped ||
      (closing.aborted && !(error instanceof FeishuError))
    ) {
      request.socket.destroy();
    } else record.status = refuse(error, response);
  }
}

function nameOf(verb: string, path: string): Pick<Route, "name"> & { readonly route?: Route } {
  if (verb === "POST" && path === TOKEN_PATH) return { name: "token" };
  if (verb === "POST" && path === ENDPOINT_PATH) return { name: "endpoint" };
  const rest = path.startsWith(API) ? path.slice(API.length) : "";
  const route = ROUTES.find((each) => each.verb === verb && each.path.test(rest));
  return route === undefined ? { name: "" } : { name: route.name, route };
}

/** Applies the faults that hit any call before it has an effect. */
async function injectFaults(state: FeishuState, closing: AbortSignal, name: string): Promise<void> {
  const { faults } = state;
  await injectCallFault(faults, name, closing);
  if (faults["server-error"].take(name)) throw BROKEN;
  const limit = faults["rate-limit"].take(name);
  if (limit === undefined) return;
  const { code = CODES.frequency, retryAfter, header = "Retry-After" } = limit;
  const headers = retryAfter === undefined ? {} : { [header]: String(retryAfter) };
  if (code === 429) {
    throw new FeishuError(CODES.requestFrequency, "request trigger frequency limit", 429, headers);
  }
  throw new FeishuError(code, "request trigger frequency limit", 400, headers);
}

function run(
  state: FeishuState,
  sockets: LongConnections,
  { name, route }: ReturnType<typeof nameOf>,
  url: URL,
  request: IncomingMessage,
  form: Form,
): Outcome {
  const { authorization = "", "content-type": contentType = "" } = request.headers;
  if (name === "token" || name === "endpoint") checkBody(contentType, form);
  if (name === "token") return giveToken(state, form.fields);
  if (name === "endpoint") return giveAddress(state, sockets, form.fields);
  checkToken(state, authorization, name);
  if (route === undefined) throw new FeishuError(CODES.noPage, "404 page not found", 404);
  if (state.faults["missing-permission"].take(name)) {
    throw new FeishuError(CODES.noScope, "Access denied. One of the following scopes is required");
  }
  checkBody(contentType, form, route);
  const ids = (route.path.exec(url.pathname.slice(API.length)) ?? []).slice(1);
  return route.run({
    state,
    ids: ids.map((id) => decodeURIComponent(id)),
    query: url.searchParams,
    form,
  });
}

function giveToken(state: FeishuState, fields: Record<string, unknown>): Outcome {
  const { app_id: id, app_secret: secret } = fields;
  if (id !== state.appId || secret !== state.appSecret || revoked(state)) {
    throw new FeishuError(CODES.badSecret, "app secret invalid", 200);
  }
  const { token, expire } = state.tokens.give();
  return { flat: { tenant_access_token: token, expire } };
}

function giveAddress(
  state: FeishuState,
  sockets: LongConnections,
  fields: Record<string, unknown>,
): Outcome {
  const { AppID: id, AppSecret: secret } = fields;
  const refused = state.faults["endpoint-refused"].take("endpoint");
  if (refused !== undefined) {
    const { code = 1000040343 } = refused;
    if (code === 0) return { flat: {} };
    throw new FeishuError(code, "the endpoint is refused", 200);
  }
  if (id !== state.appId || secret !== state.appSecret || revoked(state)) {
    throw new FeishuError(514, "auth failed", 200);
  }
  return { data: { URL: sockets.address(), ClientConfig: state.config }, msg: "" };
}

function checkToken(state: FeishuState, header: string, name: string): void {
  const token = /^Bearer (\S+)$/.exec(header)?.[1];
  if (token === undefined) throw new FeishuError(CODES.tokenMissing, "Missing access token");
  const expired = state.faults["expired-token"].take(name);
  if (expired !== undefined || revoked(state)) state.tokens.revoke();
  if (!token.startsWith("t-") || expired?.code === CODES.tokenForm) {
    throw new FeishuError(CODES.tokenForm, "Invalid access token format");
  }
  if (!state.tokens.isValid(token)) {
    throw new FeishuError(CODES.tokenInvalid, "Invalid access token for authorization");
  }
}

function revoked(state: FeishuState): boolean {
  return state.faults["revoked-credentials"].take("") !== undefined;
}

function answer(
  state: FeishuState,
  name: string,
  outcome: Outcome,
  response: ServerResponse,
): void {
  if ("file" in outcome) {
    const { bytes, mime = "application/octet-stream" } = outcome.file;
    const isLost = state.faults["lost-reply"].take(name) !== undefined;
    answerFile(response, bytes, { headers: { "Content-Type": mime }, isLost });
    return;
  }
  if (injectAnswerFault(state.faults, name, response)) return;
  answerJson(
    response,
    200,
    "data" in outcome
      ? { code: 0, msg: outcome.msg ?? "success", data: outcome.data }
      : { code: 0, msg: "ok", ...outcome.flat },
  );
}

/** Answers with the refusal and returns its status. */
function refuse(error: unknown, response: ServerResponse): number {
  if (error === BROKEN) {
    response.writeHead(500, { "Content-Type": "text/plain" });
    response.end("internal server error");
    return 500;
  }
  const { status, code, message, headers } = toFeishuError(error);
  answerJson(response, status, { code, msg: message }, headers);
  return status;
}

function toFeishuError(error: unknown): FeishuError {
  if (error instanceof FeishuError) return error;
  if (error instanceof BodyError) return new FeishuError(9499, error.message, error.status);
  // A fault of the simulator itself is reported to the client, not hidden.
  return new FeishuError(1, `Internal Server Error: ${String(error)}`, 500);
}

function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  const { app_secret: _secret, AppSecret: _other, ...rest } = fields;
  return rest;
}
