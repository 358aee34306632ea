import {
  codeForStatus,
  type HttpAnswer,
  isObject,
  networkError,
  numberOf,
  platformError,
  type PlatformErrorCode,
  type Redact,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";
import type { NetworkError, PlatformError } from "@botwright/core";

export const SERVICE = "WeChat";
/** What says that the session is over. */
const SESSION_ENDED: ReadonlySet<number> = new Set([-14, -13]);

/** The body of a success, or the error. Business errors come with HTTP 200. */
export function judge(
  call: string,
  { status, body }: HttpAnswer<unknown>,
  nonIdempotent: boolean,
  redact: Redact,
): WireObject | PlatformError | NetworkError {
  const said = isObject(body) ? body : undefined;
  // Each may be missing, which is success.
  const codes = [numberOf(said?.["errcode"]), numberOf(said?.["ret"])];
  const code = codes.find((one) => SESSION_ENDED.has(one)) ?? codes.find(Boolean) ?? 0;
  const description = textOf(said?.["errmsg"]) || `code ${code}`;
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
      code: codeForHttp(status),
      description: `HTTP ${status}`,
      platformCode: String(status),
      redact,
    });
  }
  if (said !== undefined) return said;
  const bad = "NETWORK_BAD_ANSWER";
  return networkError({ service: SERVICE, call, code: bad, deliveryUnknown: nonIdempotent });
}

/** -2 stands for malformed calls and for too many of them; only the text tells which. */
function codeFor(code: number, description: string): PlatformErrorCode {
  if (SESSION_ENDED.has(code)) return "PLATFORM_UNAUTHORIZED";
  if (code !== -2) return "PLATFORM_BAD_REQUEST";
  return /invalid argument/i.test(description) ? "PLATFORM_BAD_REQUEST" : "PLATFORM_RATE_LIMITED";
}

/** The error for a file that the CDN does not take or give. */
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

/** Only a code in a body ends a session; a 401 is some proxy's. */
function codeForHttp(status: number): PlatformErrorCode {
  return status === 401 ? "PLATFORM_UNAVAILABLE" : codeForStatus(status);
}

/**
 * Whether an answer came that breaks HTTP: servers have been seen to say -14 with a length that is
 * wrong, so that nobody can read it.
 */
export function isUnreadable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Of Node's HTTP parser.
    if ("code" in cause && String(cause.code).startsWith("HPE_")) return true;
  }
  return false;
}

/** The error after so many answers that nobody can read. */
export function sessionLost(call: string, redact: Redact): PlatformError {
  return platformError({
    service: SERVICE,
    call,
    code: "PLATFORM_UNAUTHORIZED",
    description: "answers that break HTTP, which is how some servers end a session",
    redact,
  });
}
