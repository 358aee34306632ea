import {
  codeForPage,
  codeForStatus,
  fieldsOf,
  type HttpAnswer,
  isObject,
  networkError,
  platformError,
  type PlatformErrorCode,
  type Redact,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";
import type { NetworkError } from "@botwright/core";
import type { OldAnswer, Refusal } from "../wire/api.ts";

/** The platform's name in errors and logs. */
export const SERVICE = "DingTalk";

/** `retryAfter` of a rate limit, in seconds; the platform does not say how long it lasts. */
const LIMITED_S = 60;

/** Codes of the new API that say more than their HTTP status; the first match counts. */
const NEW_CODES: readonly (readonly [RegExp, PlatformErrorCode])[] = [
  [
    /^(?:InvalidAuthentication|AuthenticationFailed\b|invalidClientIdOrSecret)/i,
    "PLATFORM_UNAUTHORIZED",
  ],
  [/qps|throttl|flowControl|TooMany/i, "PLATFORM_RATE_LIMITED"],
  [/^invalidParameter\.robotCode\.auth/, "PLATFORM_FORBIDDEN"],
  [/^staffId\.notExisted/, "PLATFORM_NOT_FOUND"],
  [/^invalidParameter\./, "PLATFORM_BAD_REQUEST"],
];

/** `errcode` and `sub_code` of the old API. */
const OLD_CODES: ReadonlyMap<string, PlatformErrorCode> = new Map([
  ["-1", "PLATFORM_UNAVAILABLE"],
  ["15", "PLATFORM_UNAVAILABLE"],
  ["88", "PLATFORM_UNAVAILABLE"],
  ["33001", "PLATFORM_UNAUTHORIZED"],
  ["40001", "PLATFORM_UNAUTHORIZED"],
  ["40014", "PLATFORM_UNAUTHORIZED"],
  ["40096", "PLATFORM_UNAUTHORIZED"],
  ["42001", "PLATFORM_UNAUTHORIZED"],
  ["40006", "MEDIA_TOO_LARGE"],
  ["90018", "PLATFORM_RATE_LIMITED"],
  ["130101", "PLATFORM_RATE_LIMITED"],
  ["660026", "PLATFORM_RATE_LIMITED"],
  ["300005", "PLATFORM_NOT_FOUND"],
]);

/**
 * The body of an answer of the new API, which reports failures by the HTTP status.
 *
 * @throws {PlatformError} `PLATFORM_*`
 * @throws {NetworkError} `NETWORK_BAD_ANSWER`
 */
export function readNewAnswer(
  call: string,
  { status, body }: HttpAnswer<unknown>,
  redact: Redact,
  nonIdempotent = false,
): WireObject {
  if (status >= 200 && status < 300 && isObject(body)) return body;
  if (status < 400) throw badAnswer(call, nonIdempotent);
  const { code, message } = fieldsOf<Refusal>(body);
  const platformCode = textOf(code);
  const known = NEW_CODES.find(([pattern]) => pattern.test(platformCode))?.[1];
  throw refusal(call, {
    code: known ?? (platformCode === "" ? codeForPage(status) : codeForStatus(status)),
    platformCode: platformCode || String(status),
    description: textOf(message) || `HTTP ${status}`,
    redact,
  });
}

/**
 * The body of an answer of the old API, which reports failures by `errcode` with HTTP 200.
 *
 * @throws {PlatformError} `PLATFORM_*`
 * @throws {NetworkError} `NETWORK_BAD_ANSWER`
 */
export function readOldAnswer(
  call: string,
  answer: HttpAnswer<unknown>,
  redact: Redact,
  nonIdempotent = false,
): WireObject {
  const { status, body } = answer;
  if (status >= 400) return readNewAnswer(call, answer, redact, nonIdempotent);
  const { errcode, errmsg, sub_code: subCode, sub_msg: subMessage } = fieldsOf<OldAnswer>(body);
  if (!isObject(body) || typeof errcode !== "number") throw badAnswer(call, nonIdempotent);
  if (errcode === 0) return body;
  // 88 wraps another error; without a `sub_code` it means that a service behind the API was too slow.
  const platformCode = textOf(subCode) || String(errcode);
  throw refusal(call, {
    code: OLD_CODES.get(platformCode) ?? "PLATFORM_BAD_REQUEST",
    platformCode,
    description: textOf(subMessage) || textOf(errmsg),
    redact,
  });
}

function refusal(
  call: string,
  details: { code: PlatformErrorCode; platformCode: string; description: string; redact: Redact },
): Error {
  const isLimited = details.code === "PLATFORM_RATE_LIMITED";
  return platformError({
    service: SERVICE,
    call,
    ...details,
    ...(isLimited && { retryAfter: LIMITED_S }),
  });
}

/** The error for an answer that does not come from DingTalk. */
export function badAnswer(call: string, nonIdempotent: boolean): NetworkError {
  const code = "NETWORK_BAD_ANSWER";
  return networkError({ service: SERVICE, call, code, deliveryUnknown: nonIdempotent });
}
