import { BotwrightError, type BotwrightErrorOptions } from "@botwright/core";

/** The codes of {@link ProviderError}. */
export type ProviderErrorCode =
  /** The provider refuses the key. */
  | "PROVIDER_UNAUTHORIZED"
  /** The provider requests a retry later: see `retryAfterMs`. */
  | "PROVIDER_RATE_LIMITED"
  /** The provider refuses this request; another one may succeed. */
  | "PROVIDER_REFUSED"
  /** The provider had an internal error. */
  | "PROVIDER_FAILED"
  /** The answer does not have the expected form. */
  | "PROVIDER_INVALID_ANSWER"
  | "PROVIDER_UNREACHABLE"
  | "PROVIDER_TIMEOUT";

/** A provider did not answer. The message names the provider, and never its key. */
export class ProviderError extends BotwrightError {
  override readonly name = "ProviderError";
  override readonly code: ProviderErrorCode;
  /** Milliseconds that the provider asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** The provider's own message for a refused request: at most 200 characters, without the key. */
  readonly providerMessage: string | undefined;

  constructor(
    message: string,
    options: BotwrightErrorOptions & {
      code: ProviderErrorCode;
      retryAfterMs?: number | undefined;
      providerMessage?: string | undefined;
    },
  ) {
    super(message, options);
    this.code = options.code;
    this.retryAfterMs = options.retryAfterMs;
    this.providerMessage = options.providerMessage;
  }
}

/** Whether the thrown value is a {@link ProviderError}, whichever copy of the package made it. */
export function isProviderError(thrown: unknown): thrown is ProviderError {
  return thrown instanceof Error && thrown.name === "ProviderError" && "code" in thrown;
}

/** Codes of {@link ProviderError} that mean that no answer arrived. */
const NETWORK_CODES: ReadonlySet<string> = new Set(["PROVIDER_UNREACHABLE", "PROVIDER_TIMEOUT"]);

/** Whether the error means that no answer arrived over the network. */
export function isNetworkFailure(thrown: unknown): boolean {
  return isProviderError(thrown) && NETWORK_CODES.has(thrown.code);
}
