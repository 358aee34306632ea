import { GuardedFetchError, type GuardedFetchErrorCode } from "@botwright/guarded-fetch";
import type { FetchedResponse, FetchFailure } from "../../protocol/fetch-protocol.ts";

/** Statuses whose `Response` must not have a body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Creates a `Response` from a message of the fetch thread, without copying its body. */
export function toFetchResponse(answer: FetchedResponse): Response {
  const { status, statusText, headers, url, redirected } = answer;
  const body = WITHOUT_BODY.has(status) ? null : toStream(new Uint8Array(answer.body));
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: redirected },
  });
}

function toStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

const CODES: Readonly<Record<GuardedFetchErrorCode, true>> = {
  FETCH_BLOCKED: true,
  FETCH_BODY_TOO_LARGE: true,
  FETCH_CLOSED: true,
  FETCH_EXCESSIVE_LOAD: true,
  FETCH_NETWORK: true,
  FETCH_OVERLOADED: true,
  FETCH_TIMEOUT: true,
  INVALID_OPTION: true,
};

/** Recreates the error that the fetch thread caught. */
export function toFetchError({ name, message, code }: FetchFailure): Error {
  if (isCode(code)) return new GuardedFetchError(code, message);
  return name === "TypeError" ? new TypeError(message) : new Error(message);
}

function isCode(code: string | undefined): code is GuardedFetchErrorCode {
  return code !== undefined && Object.hasOwn(CODES, code);
}
