import {
  type AnswerHeaders,
  codeForPage,
  codeForStatus,
  type HttpAnswer,
  networkError,
  platformCodeOf,
  platformError,
  type PlatformErrorCode,
  type Redact,
  textOf,
} from "@botwright/adapter-kit";
import type { NetworkError, PlatformError } from "@botwright/core";
import { isAnswer } from "../wire/api.ts";
import type { HandshakeHeader } from "../wire/connection.ts";

/** The platform's name in errors and logs. */
export const SERVICE = "Feishu";

/**
 * The error codes for Feishu's codes, which may come with any HTTP status.
 *
 * @see https://open.feishu.cn/document/server-docs/api-call-guide/generic-error-code
 */
const CODES: ReadonlyMap<number, PlatformErrorCode> = new Map([
  [10014, "PLATFORM_UNAUTHORIZED"],
  [99991543, "PLATFORM_UNAUTHORIZED"],
  [99991661, "PLATFORM_UNAUTHORIZED"],
  [99991663, "PLATFORM_UNAUTHORIZED"],
  [99991671, "PLATFORM_UNAUTHORIZED"],
  [99991662, "PLATFORM_FORBIDDEN"],
  [99991672, "PLATFORM_FORBIDDEN"],
  [230002, "PLATFORM_FORBIDDEN"],
  [230006, "PLATFORM_FORBIDDEN"],
  [230013, "PLATFORM_FORBIDDEN"],
  [230027, "PLATFORM_FORBIDDEN"],
  [230011, "PLATFORM_NOT_FOUND"],
  [230110, "PLATFORM_NOT_FOUND"],
  [231003, "PLATFORM_NOT_FOUND"],
  [230020, "PLATFORM_RATE_LIMITED"],
  [99991400, "PLATFORM_RATE_LIMITED"],
  // Of the long connection: of the call that gets its address, and of its handshake.
  [1, "PLATFORM_UNAVAILABLE"],
  [403, "PLATFORM_FORBIDDEN"],
  [514, "PLATFORM_UNAUTHORIZED"],
  [1000040343, "PLATFORM_UNAVAILABLE"],
  [1000040350, "PLATFORM_CONFLICT"],
]);

/**
 * Codes of a permission that the app lacks. A newly granted permission takes effect with the next
 * published version.
 */
const PERMISSION_CODES: ReadonlySet<number> = new Set([99991672, 230027]);

/** The advice for a missing permission; without it the error has the general advice for its code. */
function adviceFor(number: number): { readonly advice?: string } {
  if (!PERMISSION_CODES.has(number)) return {};
  const where = "in Feishu's developer console";
  return { advice: `Grant the app this permission ${where}, and publish a version of the app.` };
}

const TOKEN_CODES = new Set(["99991663", "99991671"]);

/**
 * The typed error for an answer that is not a success.
 *
 * @param nonIdempotent Whether a repeat of the call may have its effect twice
 */
export function refusal(
  call: string,
  answer: HttpAnswer<unknown>,
  redact: Redact,
  nonIdempotent = false,
): PlatformError | NetworkError {
  const { status, headers } = answer;
  const said = isAnswer(answer.body) ? answer.body : undefined;
  if (said === undefined && status < 400) return badAnswer(call, nonIdempotent);
  const number = said?.code ?? status;
  // For a code that is not in `CODES`, the HTTP status decides.
  const known =
    said === undefined
      ? codeForPage(status)
      : (CODES.get(said.code) ?? codeForStatus(status < 400 ? 400 : status));
  // 429 is a rate limit whatever the code.
  const code = status === 429 ? "PLATFORM_RATE_LIMITED" : known;
  const retryAfter = code === "PLATFORM_RATE_LIMITED" ? retryAfterIn(headers) : undefined;
  return platformError({
    service: SERVICE,
    call,
    code,
    description: `${textOf(said?.msg) || `HTTP ${status}`} (${number})`,
    platformCode: String(number),
    ...(retryAfter !== undefined && { retryAfter }),
    ...adviceFor(number),
    redact,
  });
}

/**
 * The typed error for a refused WebSocket handshake. The platform gives the reason in headers;
 * `undefined` without them, because then something else, such as a proxy, has answered.
 */
export function handshakeRefusal(
  header: (name: HandshakeHeader) => string,
  redact: Redact,
): PlatformError | undefined {
  const status = Number(header("handshake-status"));
  // This code is more precise than the status 514, "authentication failed".
  const number = Number(header("handshake-autherrcode")) || status;
  if (!Number.isInteger(number) || number === 0) return undefined;
  return platformError({
    service: SERVICE,
    call: "connection",
    code: CODES.get(number) ?? CODES.get(status) ?? "PLATFORM_UNAVAILABLE",
    description: `${header("handshake-msg") || "the handshake failed"} (${number})`,
    platformCode: String(number),
    redact,
  });
}

function retryAfterIn(headers: AnswerHeaders): number | undefined {
  const given = headers.get("retry-after") ?? headers.get("x-ogw-ratelimit-reset") ?? "";
  const seconds = Number(given);
  return given !== "" && seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}

/** The typed error for an answer that does not come from the platform. */
export function badAnswer(call: string, nonIdempotent = false): NetworkError {
  const code = "NETWORK_BAD_ANSWER";
  return networkError({ service: SERVICE, call, code, deliveryUnknown: nonIdempotent });
}

/** Whether the platform no longer accepts the access token, so that the call may succeed with a new one. */
export function isTokenExpired(error: unknown): boolean {
  return TOKEN_CODES.has(platformCodeOf(error));
}
