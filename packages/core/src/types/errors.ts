/** Options of every error class. */
export interface BotwrightErrorOptions extends ErrorOptions {
  /** Stable; what programs compare. */
  code: string;
}

/**
 * The base of all errors of Botwright. Compare `code`, not the class: two copies of a package may
 * be loaded. The message says what to do and never holds a secret.
 *
 * @example
 * try {
 *   await bot.reply(msg, text);
 * } catch (error) {
 *   if (isBotwrightError(error) && error.code === "PLATFORM_FORBIDDEN") return;
 *   throw error;
 * }
 */
export class BotwrightError extends Error {
  override readonly name: string = "BotwrightError";
  readonly code: string;

  constructor(message: string, options: BotwrightErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
  }
}

/** What was handed in has the wrong shape or value. The message names the path. */
export class InvalidInputError extends BotwrightError {
  override readonly name = "InvalidInputError";
}

/** A limit or quota would be exceeded; nothing was changed. */
export class QuotaError extends BotwrightError {
  override readonly name = "QuotaError";
}

/** The plugin failed: it threw, broke a limit, hung, or asked for what it may not have. */
export class PluginError extends BotwrightError {
  override readonly name = "PluginError";
}

/** The network failed; `deliveryUnknown` tells that a send may have arrived all the same. */
export class NetworkError extends BotwrightError {
  override readonly name = "NetworkError";
  readonly deliveryUnknown: boolean;

  constructor(message: string, options: BotwrightErrorOptions & { deliveryUnknown?: boolean }) {
    super(message, options);
    this.deliveryUnknown = options.deliveryUnknown ?? false;
  }
}

/** Whether the thrown error tells that a send may have arrived all the same. */
export function isDeliveryUnknown(thrown: unknown): boolean {
  return thrown instanceof Error && "deliveryUnknown" in thrown && thrown.deliveryUnknown === true;
}

/** The platform refused. */
export class PlatformError extends BotwrightError {
  override readonly name = "PlatformError";
  /** The platform's own code, as text. */
  readonly platformCode: string | undefined;
  /** Seconds that the platform asked to wait. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    options: BotwrightErrorOptions & { platformCode?: string; retryAfter?: number },
  ) {
    super(message, options);
    this.platformCode = options.platformCode;
    this.retryAfter = options.retryAfter;
  }
}

/** A search failed; `code` is a `SearchErrorCode`. */
export class SearchError extends BotwrightError {
  override readonly name = "SearchError";
}

/** The code of {@link InfrastructureError}. */
const INFRASTRUCTURE_FAILED = "INFRASTRUCTURE_FAILED";

/**
 * Something of the host's own failed: a database that is gone, a disk that is full. It is not the
 * plugin's fault and no outcome of a host call: the run is given up, and its message is tried again.
 * Stores reject with it, and so does a journal that cannot be written.
 */
export class InfrastructureError extends BotwrightError {
  override readonly name = "InfrastructureError";

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, code: INFRASTRUCTURE_FAILED });
  }
}

/** Whether it is an {@link InfrastructureError}, whichever copy of the package made it. */
export function isInfrastructureError(value: unknown): value is BotwrightError {
  return isBotwrightError(value) && value.code === INFRASTRUCTURE_FAILED;
}

/** Whether the value is an error with a stable code, whichever copy of the package made it. */
export function isBotwrightError(value: unknown): value is BotwrightError {
  return value instanceof Error && "code" in value && typeof value.code === "string";
}

/** The code and message of anything thrown, for logs and journals. Never throws itself. */
export function describeError(thrown: unknown): { code: string; message: string } {
  try {
    if (!(thrown instanceof Error)) return { code: "INTERNAL_ERROR", message: String(thrown) };
    const code = isBotwrightError(thrown) ? thrown.code : "INTERNAL_ERROR";
    // Whatever its type says.
    const message: unknown = thrown.message;
    return { code, message: String(message) };
  } catch {
    return { code: "INTERNAL_ERROR", message: "an error that cannot be turned into text" };
  }
}
