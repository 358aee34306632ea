/** The stable names of what {@link GuardedFetchError} tells apart. */
export type GuardedFetchErrorCode =
  /** The policy refuses: nothing was sent to the refused address, and no connection was opened. */
  | "FETCH_BLOCKED"
  /** More bytes than the caps allow, in either direction. */
  | "FETCH_BODY_TOO_LARGE"
  /** The guarded fetch was closed. */
  | "FETCH_CLOSED"
  /** The server made more work than its answer is worth; see {@link LoadLimits}. */
  | "FETCH_EXCESSIVE_LOAD"
  /** The network or the server failed: no such name, connection refused, TLS, broken answer. */
  | "FETCH_NETWORK"
  /** Too much is being fetched, or waits to be. */
  | "FETCH_OVERLOADED"
  /** The exchange, body included, took longer than the cap. */
  | "FETCH_TIMEOUT"
  /** An option has a value that cannot be used. */
  | "INVALID_OPTION";

/**
 * A fetch was refused or has failed. Compare `code`, not the class. The message names the host at
 * most: neither path nor query nor credentials.
 */
export class GuardedFetchError extends Error {
  override readonly name = "GuardedFetchError";
  /** Stable; what programs compare. */
  readonly code: GuardedFetchErrorCode;

  constructor(code: GuardedFetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What the policy refuses. */
export function blocked(message: string): GuardedFetchError {
  return new GuardedFetchError("FETCH_BLOCKED", message);
}

/** What crosses a cap. */
export function tooLarge(what: "request" | "response", limit: number): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_BODY_TOO_LARGE",
    `the ${what} body has more than ${limit} bytes: ask for less, or raise the cap`,
  );
}

/** What a closed guarded fetch rejects with. */
export function closedError(): GuardedFetchError {
  return new GuardedFetchError("FETCH_CLOSED", "this fetch was closed: create another one");
}

/** What a server made too much of; its connection was ended. */
export function excessiveLoad(hostname: string, what: string): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_EXCESSIVE_LOAD",
    `${hostname} ${what}: its connection was closed; fetch from another server`,
  );
}

/** What finds no place. */
export function overloaded(what: string): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_OVERLOADED",
    `too many ${what} wait already: try later, or do fewer at once`,
  );
}

/** What took too long. */
export function timeoutError(hostname: string, timeoutMs: number): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_TIMEOUT",
    `${hostname} took longer than ${timeoutMs} ms: try later, or raise the cap`,
  );
}

/** What the network or the server did wrong; errors with a code of ours stay themselves. */
export function networkError(thrown: unknown, hostname: string): GuardedFetchError {
  if (thrown instanceof GuardedFetchError) return thrown;
  const cause = cleanCause(thrown);
  const message = `${hostname} could not be fetched (${cause.code ?? cause.message}): try later, or check the address`;
  return new GuardedFetchError("FETCH_NETWORK", message, { cause });
}

/** A copy without what Node hangs on errors: raw packets, certificates, addresses, requests. */
function cleanCause(thrown: unknown): Error & { code?: string } {
  const cause = new Error(thrown instanceof Error ? thrown.message : String(thrown));
  if (!(thrown instanceof Error && "code" in thrown && typeof thrown.code === "string"))
    return cause;
  return Object.assign(cause, { code: thrown.code });
}
