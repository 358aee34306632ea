import { BotwrightError, type BotwrightErrorOptions } from "@botwright/core";

/** How a provider failed. */
export type ProviderErrorCode =
  /** It refuses the key. */
  | "PROVIDER_UNAUTHORIZED"
  /** It wants to be asked later: see `retryAfterMs`. */
  | "PROVIDER_RATE_LIMITED"
  /** It refuses this request; another one may do. */
  | "PROVIDER_REFUSED"
  /** It failed by itself. */
  | "PROVIDER_FAILED"
  /** Its answer is not what such a provider answers. */
  | "PROVIDER_INVALID_ANSWER"
  | "PROVIDER_UNREACHABLE"
  | "PROVIDER_TIMEOUT";

/** A provider of models or searches gave no answer. The message names it, and never its key. */
export class ProviderError extends BotwrightError {
  override readonly name = "ProviderError";
  override readonly code: ProviderErrorCode;
  /** Milliseconds that the provider asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: BotwrightErrorOptions & { code: ProviderErrorCode; retryAfterMs?: number | undefined },
  ) {
    super(message, options);
    this.code = options.code;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Whether the thrown value is a {@link ProviderError}, whichever copy of the package made it. */
export function isProviderError(thrown: unknown): thrown is ProviderError {
  return thrown instanceof Error && thrown.name === "ProviderError" && "code" in thrown;
}

/** Codes of {@link ProviderError} that say that no answer came, rather than a bad one. */
const NETWORK_CODES: ReadonlySet<string> = new Set(["PROVIDER_UNREACHABLE", "PROVIDER_TIMEOUT"]);

/** Whether the thrown error says that no answer came over the network. */
export function isNetworkFailure(thrown: unknown): boolean {
  return isProviderError(thrown) && NETWORK_CODES.has(thrown.code);
}
