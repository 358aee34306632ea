import { BotwrightError, type BotwrightErrorOptions } from "@botwright/core";

/** An error that is sent to the client with its own status, message and code. */
export class HttpError extends BotwrightError {
  override readonly name = "HttpError";
  readonly status: ErrorStatus;
  /** Seconds after which the client may try again. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ErrorStatus,
    message: string,
    options: BotwrightErrorOptions & { retryAfter?: number },
  ) {
    super(message, options);
    this.status = status;
    this.retryAfter = options.retryAfter;
  }
}

/** The HTTP statuses that errors have. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 502 | 503 | 504;

/** The HTTP status of each error of the domains, by its code. A code that is missing is a fault of the host: 500. */
export const STATUS_BY_CODE: Readonly<Record<string, ErrorStatus>> = {
  INVALID_INPUT: 400,
  PLUGIN_REFUSED: 400,
  BANNED: 403,
  USER_NOT_FOUND: 404,
  PLUGIN_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  RUN_NOT_RECORDED: 404,
  INSTALLATION_NOT_FOUND: 404,
  LAST_ADMINISTRATOR: 409,
  LOGINS_BUSY: 503,
  BOTS_RUNNING: 503,
  IDEMPOTENCY_KEY_REUSED: 409,
  CREDITS_TOO_MANY: 409,
  SLUG_TAKEN: 409,
  PLUGIN_LIMIT: 409,
  PLUGIN_NOT_LOADED: 409,
  SANDBOX_CLOSED: 503,
  EMAIL_TAKEN: 409,
  PLUGIN_TAKEN_DOWN: 409,
  PLUGIN_CHANGED: 409,
  DEVELOPER_BANNED: 409,
  NOTHING_TO_REVIEW: 409,
  ADMIN_CANNOT_BE_BANNED: 409,
  USER_BANNED: 409,
  MESSAGE_NOT_SET_ASIDE: 409,
  NOTHING_TO_UPDATE: 409,
  NO_FORMER_VERSION: 409,
  CONSENT_NEEDED: 409,
  INSPECTION_LOST: 503,
  RERUNS_BUSY: 429,
  SEARCHES_BUSY: 429,
  TRIALS_BUSY: 429,
  PLUGIN_BUILTIN: 409,
  BOT_NOT_FOUND: 404,
  BOT_ALREADY_BOUND: 409,
  BOT_LIMIT: 409,
  BINDING_BUSY: 409,
  BOT_UNAUTHORIZED: 400,
  BOT_FORBIDDEN: 400,
  BOT_REFUSED: 400,
  PLATFORM_UNSUPPORTED: 400,
  PLATFORM_UNREACHABLE: 502,
  PLATFORM_TIMED_OUT: 504,
  LOGIN_REQUIRED: 400,
  LOGIN_NOT_FOUND: 404,
  LOGIN_LIMIT: 409,
  LOGIN_NEEDS_NO_CODE: 409,
  ALREADY_INSTALLED: 409,
  INSTALLATION_LIMIT: 409,
  VERSION_CHANGED: 409,
  ORDER_STALE: 409,
  CREDENTIALS_NOT_FOUND: 404,
  CREDENTIALS_LIMIT: 409,
  STREAM_LIMIT: 409,
  STORAGE_INVALID_KEY: 400,
  STORAGE_INVALID_VALUE: 400,
  STORAGE_VALUE_TOO_LARGE: 413,
  STORAGE_QUOTA_EXCEEDED: 409,
  STORAGE_VALUE_NOT_FOUND: 404,
  STORAGE_KEY_TAKEN: 409,
  STORAGE_VALUE_CHANGED: 409,
  MODEL_NOT_FOUND: 404,
  MODEL_NAME_TAKEN: 409,
  PROVIDER_NOT_FOUND: 404,
  PROVIDER_NAME_TAKEN: 409,
  PROVIDER_IN_USE: 409,
  NO_FREE_MODEL: 502,
  OVERLOADED: 503,
  PROVIDER_UNAUTHORIZED: 502,
  PROVIDER_RATE_LIMITED: 502,
  PROVIDER_REFUSED: 502,
  PROVIDER_FAILED: 502,
  PROVIDER_INVALID_ANSWER: 502,
  PROVIDER_UNREACHABLE: 502,
  PROVIDER_TIMEOUT: 504,
};
