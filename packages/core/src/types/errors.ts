/** Options of every error class. */
export interface BotwrightErrorOptions extends ErrorOptions {
  /** Stable identifier for programs. */
  code: string;
}

/**
 * The base class of all Botwright errors. Compare `code`, not the class: two copies of a package may be
 * loaded. The message tells the reader what to do and never contains a secret.
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

/** An input has the wrong shape or value. The message names the path. */
export class InvalidInputError extends BotwrightError {
  override readonly name = "InvalidInputError";
}

/** A limit or quota would be exceeded; nothing was changed. */
export class QuotaError extends BotwrightError {
  override readonly name = "QuotaError";
}

/** A place in a plugin's file. */
export interface ErrorPosition {
  /** The file's name without folders; for a bundled plugin with a source map, that of the original file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The function that was running; left out at the top level and in a function without a name. */
  readonly functionName?: string;
}

/** Where an error happened. */
export interface ErrorLocation {
  readonly position: ErrorPosition;
  /** The source lines around the position, as one text; absent when the source is not known. */
  readonly frame?: string;
}

/** An error as plain data, for logs, events and journals. A type, so that it can be a log line's fields. */
export type ErrorReport = {
  readonly code: string;
  readonly message: string;
  readonly position?: ErrorPosition;
  /** See {@link ErrorLocation}. */
  readonly frame?: string;
};

/**
 * The plugin failed: it threw, exceeded a limit, hung, or requested something that it may not use. Has the
 * position in the plugin's file, where it is known.
 */
export class PluginError extends BotwrightError implements Partial<ErrorLocation> {
  override readonly name = "PluginError";
  declare readonly position?: ErrorPosition;
  declare readonly frame?: string;

  constructor(message: string, options: BotwrightErrorOptions & Partial<ErrorLocation>) {
    super(message, options);
    if (options.position !== undefined) this.position = options.position;
    if (options.frame !== undefined) this.frame = options.frame;
  }
}

/** The network failed; with `deliveryUnknown`, a send may have arrived nevertheless. */
export class NetworkError extends BotwrightError {
  override readonly name = "NetworkError";
  readonly deliveryUnknown: boolean;

  constructor(message: string, options: BotwrightErrorOptions & { deliveryUnknown?: boolean }) {
    super(message, options);
    this.deliveryUnknown = options.deliveryUnknown ?? false;
  }
}

/** Whether the error means that a send may have arrived nevertheless. */
export function isDeliveryUnknown(thrown: unknown): boolean {
  return thrown instanceof Error && "deliveryUnknown" in thrown && thrown.deliveryUnknown === true;
}

/** The platform refused a call. */
export class PlatformError extends BotwrightError {
  override readonly name = "PlatformError";
  /** The platform's own code, as text. */
  readonly platformCode: string | undefined;
  /** Seconds to wait, as the platform requested. */
  readonly retryAfter: number | undefined;
  /** The platform's error message, without secrets. */
  readonly description: string | undefined;

  constructor(
    message: string,
    options: BotwrightErrorOptions & {
      platformCode?: string;
      retryAfter?: number;
      description?: string;
    },
  ) {
    super(message, options);
    this.platformCode = options.platformCode;
    this.description = options.description;
    this.retryAfter = options.retryAfter;
  }
}

/** A search failed; `code` is a `SearchErrorCode`. */
export class SearchError extends BotwrightError {
  override readonly name = "SearchError";
}

/** The code of {@link InfrastructureError}. */
const INFRASTRUCTURE_FAILED = "INFRASTRUCTURE_FAILED";
/** Marks the errors of the class, also those of another copy of the package. */
const INFRASTRUCTURE = Symbol.for("botwright.infrastructure-error");

/**
 * The host's own infrastructure failed, for example because a database is unreachable or a disk is full. It is
 * neither the plugin's fault nor the outcome of a host call: the run is abandoned, and its message is handled again
 * later. Stores reject with it, and so does a journal that cannot be written.
 */
export class InfrastructureError extends BotwrightError {
  override readonly name = "InfrastructureError";

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, code: INFRASTRUCTURE_FAILED });
    // Not enumerable, so that printing or comparing errors does not show it.
    Object.defineProperty(this, INFRASTRUCTURE, { value: true });
  }
}

/**
 * Whether the value is an {@link InfrastructureError}, from any copy of the package. The code is not enough: a
 * plugin can throw an error with any code, and its message would be handled again and again.
 */
export function isInfrastructureError(value: unknown): value is BotwrightError {
  return isBotwrightError(value) && INFRASTRUCTURE in value;
}

/** Whether the value is an error with a stable code, from any copy of the package. */
export function isBotwrightError(value: unknown): value is BotwrightError {
  return value instanceof Error && "code" in value && typeof value.code === "string";
}
