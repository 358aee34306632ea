import type { IncomingMessage, ServerResponse } from "node:http";
import {
  ConnectionDropped,
  injectAnswerFault,
  injectCallFault,
  injectUploadFault,
} from "../faults/inject-fault.ts";
import { answerJson, BodyError } from "../http/http.ts";
import { toBody, WireError } from "./answer.ts";
import { answerPicture, methods } from "./methods.ts";
import type { WecomState } from "./state.ts";

const PREFIX = "/cgi-bin/";
const PICTURES = "/wwpic/";
/** Parameters that are secret and therefore not recorded. */
const SECRETS = new Set(["access_token", "corpsecret"]);

/** An error answer that does not come from the API itself. */
class HttpError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** Answers the platform's HTTP requests. */
export function createHandler(
  state: WecomState,
  closing: AbortSignal,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => void handle(state, closing, request, response);
}

async function handle(
  state: WecomState,
  closing: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? "", "http://127.0.0.1");
  const name = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : "";
  const record = state.requests.open(state.now(), request.method ?? "", name || pathname);
  record.params = Object.fromEntries([...query].filter(([key]) => !SECRETS.has(key)));
  try {
    if (request.method === "GET" && pathname.startsWith(PICTURES)) {
      await injectFaults(state, closing, "wwpic");
      answerPicture(state, pathname, response);
      record.status = response.statusCode;
      return;
    }
    const method = methods.get(name);
    if (method === undefined) throw new HttpError(404);
    await injectUploadFault(state.faults, name, request);
    await injectFaults(state, closing, name);
    checkVerb(method.verbs, request.method);
    if (name !== "gettoken") checkToken(state, name, query.get("access_token") ?? "");
    refuseByFault(state, name);
    const answer = await method.run(state, { query, request, response, record });
    record.status = answer === undefined ? response.statusCode : 200;
    if (answer !== undefined) finish(state, name, answer, response);
  } catch (error) {
    if (error instanceof ConnectionDropped || closing.aborted) request.socket.destroy();
    else record.status = refuse(state, error, response);
  }
}

/** @throws WireError when the method does not accept this HTTP verb */
function checkVerb(verbs: readonly string[], verb = ""): void {
  if (!verbs.includes(verb)) throw new WireError(verbs.includes("GET") ? 43001 : 43002);
}

/** Applies the faults between the bot and the API. */
async function injectFaults(state: WecomState, closing: AbortSignal, name: string): Promise<void> {
  const { faults } = state;
  await injectCallFault(faults, name, closing);
  const failure = faults["server-error"].take(name);
  if (failure !== undefined) throw new HttpError(failure.status ?? 500);
}

function checkToken(state: WecomState, name: string, token: string): void {
  if (state.faults["revoked-credentials"].take(name)) state.tokens.clear();
  if (state.faults["expired-token"].take(name)) state.tokens.expire(token);
  state.tokens.check(token);
}

/** Applies the faults by which the API itself refuses. */
function refuseByFault(state: WecomState, name: string): void {
  const { faults } = state;
  if (faults["rate-limit"].take(name)) throw new WireError(45009);
  const busy = faults.busy.take(name);
  if (busy !== undefined) throw new WireError(busy.errcode ?? -1);
  const refusal = faults.refuse.take(name);
  if (refusal !== undefined) throw new WireError(refusal.errcode, refusal.errmsg);
}

function finish(state: WecomState, name: string, answer: object, response: ServerResponse): void {
  if (injectAnswerFault(state.faults, name, response)) return;
  answerJson(response, 200, { errcode: 0, errmsg: "ok", ...answer });
}

/** Answers with the refusal and returns its status. */
function refuse(state: WecomState, error: unknown, response: ServerResponse): number {
  if (error instanceof WireError) {
    answerJson(response, 200, toBody(error, state.now()));
    return 200;
  }
  // Any other error is a fault of the simulator itself: it is reported to the client, not hidden.
  const isKnown = error instanceof HttpError || error instanceof BodyError;
  const status = isKnown ? error.status : 500;
  response.writeHead(status, { "Content-Type": "text/html" });
  response.end(`<html><body>${status} ${isKnown ? "" : String(error)}</body></html>`);
  return status;
}
