import {
  codeForStatus,
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

/** The platform's name in errors and logs. */
export const SERVICE = "DingTalk";

/** Seconds after which a limited call may be tried again; the platform does not say. */
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

/** Numbers of the old API. */
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
 * The body of an answer of the new API, which tells failures by the HTTP status.
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
  const said = isObject(body) ? textOf(body["code"]) : "";
  const description = isObject(body) ? textOf(body["message"]) : "";
  throw refusal(call, {
    code: NEW_CODES.find(([pattern]) => pattern.test(said))?.[1] ?? codeForStatus(status),
    platformCode: said || String(status),
    description: description || `HTTP ${status}`,
    redact,
  });
}

/**
 * The body of an answer of the old API, which answers 200 and a number.
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
  if (!isObject(body) || typeof body["errcode"] !== "number") throw badAnswer(call, nonIdempotent);
  if (body["errcode"] === 0) return body;
  // 88 wraps other errors, and alone means that the service behind was too slow.
  const platformCode = textOf(body["sub_code"]) || String(body["errcode"]);
  throw refusal(call, {
    code: OLD_CODES.get(platformCode) ?? "PLATFORM_BAD_REQUEST",
    platformCode,
    description: textOf(body["sub_msg"]) || textOf(body["errmsg"]),
    redact,
  });
}

function refusal(
  call: string,
  facts: { code: PlatformErrorCode; platformCode: string; description: string; redact: Redact },
): Error {
  const isLimited = facts.code === "PLATFORM_RATE_LIMITED";
  return platformError({
    service: SERVICE,
    call,
    ...facts,
    ...(isLimited && { retryAfter: LIMITED_S }),
  });
}

/** Something else than the platform has answered. */
export function badAnswer(call: string, nonIdempotent: boolean): NetworkError {
  const code = "NETWORK_BAD_ANSWER";
  return networkError({ service: SERVICE, call, code, deliveryUnknown: nonIdempotent });
}
