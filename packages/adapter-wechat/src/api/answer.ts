import {
  codeForPage,
  codeForStatus,
  fieldsOf,
  type HttpAnswer,
  isObject,
  networkError,
  numberOf,
  platformError,
  type PlatformErrorCode,
  type Redact,
  textOf,
} from "@botwright/adapter-kit";
import type { NetworkError, PlatformError } from "@botwright/core";
import type { Answer } from "../wire/api.ts";

/** The platform's name in errors and logs. */
export const SERVICE = "WeChat";
/** Codes of a session that has ended, or was never valid. */
const SESSION_ENDED: ReadonlySet<number> = new Set([-14, -13]);

/** The error in an answer; `undefined` for a success. API errors have HTTP status 200. */
export function errorOf(
  call: string,
  { status, body }: HttpAnswer<unknown>,
  nonIdempotent: boolean,
  redact: Redact,
): PlatformError | NetworkError | undefined {
  const { errcode, ret, errmsg } = fieldsOf<Answer>(body);
  // A missing code is success. Servers set either field, or both.
  const codes = [numberOf(errcode), numberOf(ret)];
  const code = codes.find((one) => SESSION_ENDED.has(one)) ?? codes.find(Boolean) ?? 0;
  const description = textOf(errmsg) || `code ${code}`;
  if (code !== 0) {
    return platformError({
      service: SERVICE,
      call,
      code: codeFor(code, description),
      description,
      platformCode: String(code),
      redact,
    });
  }
  if (status < 200 || status >= 300) {
    return platformError({
      service: SERVICE,
      call,
      // The server itself reports errors by codes in the body, so this answer may come from a proxy.
      code: codeForPage(status),
      description: `HTTP ${status}`,
      platformCode: String(status),
      redact,
    });
  }
  if (isObject(body)) return undefined;
  const bad = "NETWORK_BAD_ANSWER";
  return networkError({ service: SERVICE, call, code: bad, deliveryUnknown: nonIdempotent });
}

/** -2 is the code both for malformed calls and for too many calls; only the text tells them apart. */
function codeFor(code: number, description: string): PlatformErrorCode {
  if (SESSION_ENDED.has(code)) return "PLATFORM_UNAUTHORIZED";
  if (code !== -2) return "PLATFORM_BAD_REQUEST";
  return /invalid argument/i.test(description) ? "PLATFORM_BAD_REQUEST" : "PLATFORM_RATE_LIMITED";
}

/** The error for a transfer that the CDN refused. */
export function transferRefusal(
  call: string,
  { status, headers, body }: HttpAnswer<Uint8Array>,
  redact: Redact,
): PlatformError {
  const said = headers.get("x-error-message") ?? Buffer.from(body).toString("utf8").slice(0, 200);
  return platformError({
    service: SERVICE,
    call,
    code: codeForHttp(status),
    description: said || `HTTP ${status}`,
    platformCode: String(status),
    redact,
  });
}

/** The code for an HTTP status from the CDN. Its refusals have no code of their own: a 401 comes from a proxy. */
function codeForHttp(status: number): PlatformErrorCode {
  return status === 401 ? "PLATFORM_UNAVAILABLE" : codeForStatus(status);
}

/**
 * Whether the answer was malformed HTTP. Servers were seen to send -14 with a wrong Content-Length,
 * at which Node's HTTP parser fails before the body can be read.
 */
export function isUnreadable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // The codes of Node's HTTP parser.
    if ("code" in cause && String(cause.code).startsWith("HPE_")) return true;
  }
  return false;
}

/** The error after several malformed answers in a row. */
export function sessionLost(call: string, redact: Redact): PlatformError {
  return platformError({
    service: SERVICE,
    call,
    code: "PLATFORM_UNAUTHORIZED",
    description: "answers that break HTTP, which is how some servers end a session",
    redact,
  });
}
