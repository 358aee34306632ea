import {
  codeForPage,
  hasCode,
  type HttpAnswer,
  isDeliveryUnknown,
  isFields,
  networkError,
  platformCodeOf,
  platformError,
  type PlatformErrorCode,
  type Redact,
  textOf,
} from "@botwright/adapter-kit";
import type { NetworkError, PlatformError } from "@botwright/core";
import { type Answer, errcodeOf } from "../wire/api.ts";

/** The error codes for WeCom's codes. @see https://developer.work.weixin.qq.com/document/path/90313 */
const CODES: ReadonlyMap<number, PlatformErrorCode> = new Map([
  [-1, "PLATFORM_UNAVAILABLE"],
  [40001, "PLATFORM_UNAUTHORIZED"],
  [40013, "PLATFORM_UNAUTHORIZED"],
  [40014, "PLATFORM_UNAUTHORIZED"],
  [41001, "PLATFORM_UNAUTHORIZED"],
  [41004, "PLATFORM_UNAUTHORIZED"],
  [42001, "PLATFORM_UNAUTHORIZED"],
  [48002, "PLATFORM_FORBIDDEN"],
  [50003, "PLATFORM_FORBIDDEN"],
  [60011, "PLATFORM_FORBIDDEN"],
  [60020, "PLATFORM_FORBIDDEN"],
  [81013, "PLATFORM_FORBIDDEN"],
  [301002, "PLATFORM_FORBIDDEN"],
  [40007, "PLATFORM_NOT_FOUND"],
  [60111, "PLATFORM_NOT_FOUND"],
  [40006, "MEDIA_TOO_LARGE"],
  [40009, "MEDIA_TOO_LARGE"],
  [40011, "MEDIA_TOO_LARGE"],
  [45001, "MEDIA_TOO_LARGE"],
  [830002, "MEDIA_TOO_LARGE"],
  [45009, "PLATFORM_RATE_LIMITED"],
  [45033, "PLATFORM_RATE_LIMITED"],
]);

/** How long WeCom blocks an app after too many calls, in seconds. */
export const BLOCK_SECONDS = 60;

/** The platform's name in errors and logs. */
export const SERVICE = "WeCom";

/** The error for an `errcode` that is not 0. */
export function refusal(
  call: string,
  errcode: number,
  errmsg: string,
  redact: Redact,
  retryAfter: number = BLOCK_SECONDS,
): PlatformError {
  return platformError({
    service: SERVICE,
    call,
    code: CODES.get(errcode) ?? "PLATFORM_BAD_REQUEST",
    description: errmsg || `error ${errcode}`,
    platformCode: String(errcode),
    ...(errcode === 45009 && { retryAfter }),
    redact,
  });
}

/** The error in an answer, which mostly has HTTP status 200; `undefined` for a success. */
export function errorIn(
  call: string,
  answer: HttpAnswer<unknown>,
  nonIdempotent: boolean,
  redact: Redact,
): PlatformError | NetworkError | undefined {
  const { status, body } = answer;
  if (isFields<Answer>(body) && (status < 400 || body.errcode !== undefined)) {
    const errcode = errcodeOf(body);
    return errcode === 0 ? undefined : refusal(call, errcode, textOf(body.errmsg), redact);
  }
  if (status < 400) return badAnswer(call, nonIdempotent);
  return platformError({
    service: SERVICE,
    call,
    code: codeForPage(status),
    description: `HTTP ${status}`,
    platformCode: String(status),
    redact,
  });
}

/** The error for an answer that does not come from WeCom. */
export function badAnswer(call: string, nonIdempotent: boolean): NetworkError {
  const code = "NETWORK_BAD_ANSWER";
  return networkError({ service: SERVICE, call, code, deliveryUnknown: nonIdempotent });
}

/** Whether the call may have had its effect: the answer was lost, or the server or a proxy has failed. */
export function mayHaveArrived(thrown: unknown): boolean {
  const hasFailed = hasCode(thrown, "PLATFORM_UNAVAILABLE") && !hasErrcode(thrown, -1);
  return isDeliveryUnknown(thrown) || hasFailed;
}

/** Whether the thrown value is a refusal with one of these `errcode`s. */
export function hasErrcode(thrown: unknown, ...errcodes: readonly number[]): boolean {
  const code = platformCodeOf(thrown);
  return errcodes.some((errcode) => code === String(errcode));
}
