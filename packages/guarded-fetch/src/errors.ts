/** The codes of {@link GuardedFetchError}. */
export type GuardedFetchErrorCode =
  /** The policy refuses the address, or the address that the connection has reached; no request was sent to it. */
  | "FETCH_BLOCKED"
  /** A request or response body exceeds its size limit. */
  | "FETCH_BODY_TOO_LARGE"
  /** The guarded fetch was closed. */
  | "FETCH_CLOSED"
  /** The server caused more work than its answer justifies; see {@link LoadLimits}. */
  | "FETCH_EXCESSIVE_LOAD"
  /** The network or the server failed: unknown name, refused connection, TLS, broken answer. */
  | "FETCH_NETWORK"
  /** Too many fetches or look-ups are running or waiting. */
  | "FETCH_OVERLOADED"
  /** The exchange, including the body, exceeded its time limit. */
  | "FETCH_TIMEOUT"
  /** An option has an invalid value. */
  | "INVALID_OPTION";

/**
 * A fetch was refused or has failed. Compare `code`, not the class. The message contains the host name at
 * most, and neither path nor query nor credentials.
 */
export class GuardedFetchError extends Error {
  override readonly name = "GuardedFetchError";
  /** Stable, so that programs can compare it. */
  readonly code: GuardedFetchErrorCode;

  constructor(code: GuardedFetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Creates the error of a refusal by the policy. */
export function blocked(message: string): GuardedFetchError {
  return new GuardedFetchError("FETCH_BLOCKED", message);
}

/** Creates the error of an exceeded size limit. */
export function tooLarge(what: "request" | "response", limit: number): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_BODY_TOO_LARGE",
    `the ${what} body has more than ${limit} bytes: ask for less, or raise max${what === "request" ? "Request" : "Response"}Bytes`,
  );
}

/** Creates the error of a closed guarded fetch. */
export function closedError(): GuardedFetchError {
  return new GuardedFetchError("FETCH_CLOSED", "this fetch was closed: create another one");
}

/** Creates the error of excessive load; the connection was closed. */
export function excessiveLoad(hostname: string, what: string): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_EXCESSIVE_LOAD",
    `${hostname} ${what}: its connection was closed; fetch from another server`,
  );
}

/** Creates the error of a full queue. */
export function overloaded(what: string): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_OVERLOADED",
    `too many ${what} wait already: try later, or do fewer at once`,
  );
}

/** Creates the error of a fetch that was ended to free a slot for another group. */
export function preemptedError(): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_OVERLOADED",
    "too many fetches are open, and most are of this one's group: try later, or do fewer at once",
  );
}

/** Creates the error of an exceeded time limit. */
export function timeoutError(hostname: string, timeoutMs: number): GuardedFetchError {
  return new GuardedFetchError(
    "FETCH_TIMEOUT",
    `${hostname} took longer than ${timeoutMs} ms: try later, or raise timeoutMs`,
  );
}

/** Creates the error of a network or server failure; a {@link GuardedFetchError} is returned unchanged. */
export function networkError(thrown: unknown, hostname: string): GuardedFetchError {
  if (thrown instanceof GuardedFetchError) return thrown;
  const cause = cleanCause(thrown);
  const message = `${hostname} could not be fetched (${cause.code ?? cause.message}): try later, or check the address`;
  return new GuardedFetchError("FETCH_NETWORK", message, { cause });
}

/** Copies an error without the data that Node attaches to it: raw packets, certificates, addresses, requests. */
function cleanCause(thrown: unknown): Error & { code?: string } {
  const cause = new Error(thrown instanceof Error ? thrown.message : String(thrown));
  if (!(thrown instanceof Error && "code" in thrown && typeof thrown.code === "string"))
    return cause;
  return Object.assign(cause, { code: thrown.code });
}
