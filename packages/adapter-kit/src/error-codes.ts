import {
  cutText,
  isBotwrightError,
  NetworkError,
  PlatformError,
  trimEndCharacters,
} from "@botwright/core";
import type { Redact } from "./redact.ts";
import { boundedTime, RETRY_AFTER_S } from "./api/server-time.ts";
import { textOf } from "./parse/wire.ts";

/** For each code of a `PlatformError`: why the platform refused, and what to do about it. */
export const PLATFORM_ADVICE = {
  PLATFORM_UNAUTHORIZED: "The credentials are refused: bind the bot again with new ones.",
  PLATFORM_FORBIDDEN: "The bot may not do this, or the user has blocked it or is gone.",
  PLATFORM_RATE_LIMITED: "The platform wants fewer calls: try again later.",
  PLATFORM_CONFLICT: "Something else receives for this bot: let only one instance run.",
  PLATFORM_NOT_FOUND: "What the call names does not exist: check the ids and the API address.",
  PLATFORM_BAD_REQUEST: "The platform cannot take this call: check the recipient and the content.",
  PLATFORM_UNAVAILABLE: "The platform fails at its side: try again later.",
  PLATFORM_UNTRUSTED_ADDRESS:
    "The platform names an address outside its own hosts, which is not called: if it is right, trust its host.",
  MEDIA_TOO_LARGE: "The file is larger than may be sent or fetched.",
} as const;

/** The `code` of a `PlatformError` that an adapter makes. */
export type PlatformErrorCode = keyof typeof PLATFORM_ADVICE;

/** For each code of a `NetworkError`: why no answer came, and what to do about it. */
export const NETWORK_ADVICE = {
  NETWORK_UNREACHABLE: "No connection: check the network and the API address. Nothing was sent.",
  NETWORK_TIMEOUT: "No answer in time.",
  NETWORK_FAILED: "The connection broke before the answer was complete.",
  NETWORK_BAD_ANSWER:
    "What answered is not the platform: check the API address, or a proxy between.",
  NETWORK_ABORTED: "Given up, because the adapter was stopped.",
} as const;

/** The `code` of a `NetworkError` that an adapter makes. */
export type NetworkErrorCode = keyof typeof NETWORK_ADVICE;

/** The facts of a refusal, for {@link platformError}. */
export interface Refusal {
  /** The platform's name, for people. */
  service: string;
  /** The platform's method or path, without secrets. */
  call: string;
  code: PlatformErrorCode;
  /** The platform's own explanation. */
  description: string;
  platformCode?: string;
  /** The pause in seconds that the platform asks for; the error clamps it to at most two hours. */
  retryAfter?: number;
  redact: Redact;
  /** Replaces {@link PLATFORM_ADVICE} where the platform's own code says more precisely what to do. */
  advice?: string;
}

/** How many characters of the platform's explanation an error keeps. */
const MAX_DESCRIPTION = 1000;

/** Makes the error for a call that the platform refused. */
export function platformError(refusal: Refusal): PlatformError {
  const { service, call, code, description, platformCode, retryAfter, redact } = refusal;
  const { advice = PLATFORM_ADVICE[code] } = refusal;
  const seconds = boundedTime(retryAfter, RETRY_AFTER_S);
  // Redacts before cutting, because a secret that is cut in two would not be found.
  const said = trimEndCharacters(cutText(redact(description), MAX_DESCRIPTION), /[.。\s]/u);
  return new PlatformError(`${service} refused ${call}: ${said}. ${advice}`, {
    code,
    description: said,
    ...(platformCode !== undefined && { platformCode }),
    ...(seconds !== undefined && { retryAfter: seconds }),
  });
}

/** The facts of a call without an answer, for {@link networkError}. */
export interface Failure {
  /** The platform's name, for people. */
  service: string;
  /** The platform's method or path, without secrets. */
  call: string;
  code: NetworkErrorCode;
  /** Whether the call may have had its effect all the same. @default false */
  deliveryUnknown?: boolean;
  cause?: Error;
}

/** Makes the error for a call to which the platform did not answer. */
export function networkError(failure: Failure): NetworkError {
  const { service, call, code, deliveryUnknown = false, cause } = failure;
  const unknown = deliveryUnknown ? " Whether it was delivered is unknown." : "";
  return new NetworkError(`${service} ${call}: ${NETWORK_ADVICE[code]}${unknown}`, {
    code,
    deliveryUnknown,
    ...(cause !== undefined && { cause }),
  });
}

/** The code for an HTTP status, when the platform gives no better reason. */
export function codeForStatus(status: number): PlatformErrorCode {
  return (
    STATUS_CODES.get(status) ??
    (status >= 400 && status < 500 ? "PLATFORM_BAD_REQUEST" : "PLATFORM_UNAVAILABLE")
  );
}

/**
 * The code for an answer that is not the platform's own, such as an HTML page. For 401 and 403, a proxy on the way asks
 * for a login or refuses the call, which says nothing about the bot's credentials.
 */
export function codeForPage(status: number): PlatformErrorCode {
  return status === 401 || status === 403 ? "PLATFORM_UNAVAILABLE" : codeForStatus(status);
}

const STATUS_CODES: ReadonlyMap<number, PlatformErrorCode> = new Map([
  [401, "PLATFORM_UNAUTHORIZED"],
  [403, "PLATFORM_FORBIDDEN"],
  [404, "PLATFORM_NOT_FOUND"],
  // A proxy on the way asks for a login; no platform answers with this status.
  [407, "PLATFORM_UNAVAILABLE"],
  // The request did not arrive completely, or the server was about to close a reused connection.
  [408, "PLATFORM_UNAVAILABLE"],
  [409, "PLATFORM_CONFLICT"],
  [413, "MEDIA_TOO_LARGE"],
  [429, "PLATFORM_RATE_LIMITED"],
]);

/** Whether the thrown value is an error with this code, whichever copy of core made it. */
export function hasCode(thrown: unknown, code: PlatformErrorCode | NetworkErrorCode): boolean {
  return isBotwrightError(thrown) && thrown.code === code;
}

/**
 * Whether a platform refuses the call for a reason that a later attempt does not change: not a rate limit,
 * and not an unavailable platform.
 */
export function isRefusal(thrown: unknown): boolean {
  return (
    isBotwrightError(thrown) &&
    thrown.code.startsWith("PLATFORM_") &&
    thrown.code !== "PLATFORM_RATE_LIMITED" &&
    thrown.code !== "PLATFORM_UNAVAILABLE"
  );
}

/** The seconds to wait that the platform asked for; `undefined` when the thrown value has none. */
export function retryAfterOf(thrown: unknown): number | undefined {
  return isBotwrightError(thrown) && "retryAfter" in thrown && typeof thrown.retryAfter === "number"
    ? thrown.retryAfter
    : undefined;
}

/** The platform's own code in an error; `""` when it has none, as in a network error. */
export function platformCodeOf(thrown: unknown): string {
  return isBotwrightError(thrown) && "platformCode" in thrown ? textOf(thrown.platformCode) : "";
}
