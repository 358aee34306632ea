import { BotwrightError, type Clock, describeError, systemClock } from "@botwright/core";
import ky from "ky";
import { isProviderError, ProviderError } from "../errors.ts";
import { withTimeout } from "../with-timeout.ts";
import { redact } from "./api-key.ts";
import { answerError } from "./http-errors.ts";
import { readText } from "./read-text.ts";

/** The Web's `fetch`, or one that is guarded. */
export type FetchFunction = (
  input: Request | string | URL,
  init?: RequestInit,
) => Promise<Response>;

/** Options that all providers over HTTP have. */
export interface HttpProviderOptions {
  /**
   * What fetches. For an address that comes from a user, a guarded one: `createGuardedFetch()` of
   * `@botwright/guarded-fetch`.
   * @default the Web's
   */
  fetch?: FetchFunction;
  /** Longest time of one request, its answer included, in milliseconds. @default 120_000 */
  timeoutMs?: number;
  clock?: Clock;
}

/** What an HTTP client of one provider is made of. */
export interface ProviderHttpOptions extends HttpProviderOptions {
  /** What errors call it. */
  readonly name: string;
  /** The key, which must not show up in an error. */
  readonly secret?: string | undefined;
}

/** One request. */
export interface ProviderRequest {
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, as JSON; the request is then a POST, which is not repeated. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
}

/** Requests to one provider. */
export interface ProviderHttp {
  /** @throws {ProviderError} */
  text(request: ProviderRequest): Promise<string>;
  /** @throws {ProviderError} */
  json(request: ProviderRequest): Promise<unknown>;
}

const DEFAULT_TIMEOUT_MS = 120_000;
/** Pictures come as base64. */
const MOST_BYTES = 32 * 2 ** 20;

/**
 * Makes the HTTP client of one provider. A GET whose connection failed is repeated once. Redirects
 * are not followed, since the key would go along, and errors hold neither the key nor the request.
 */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const { name, secret, fetch, timeoutMs = DEFAULT_TIMEOUT_MS, clock = systemClock } = options;
  const client = ky.create({
    ...(fetch !== undefined && { fetch }),
    // The time-out below covers the answer's body too.
    timeout: false,
    throwHttpErrors: false,
    redirect: "manual",
    retry: {
      limit: 1,
      methods: ["get"],
      shouldRetry: ({ error }) => (findCode(error)?.startsWith("FETCH_") ? false : undefined),
    },
  });
  const timedOut = (): ProviderError =>
    new ProviderError(`${name} did not answer within ${timeoutMs} ms`, {
      code: "PROVIDER_TIMEOUT",
    });

  async function send(request: ProviderRequest, signal: AbortSignal): Promise<string> {
    const { url, query, headers, json } = request;
    const response = await client(url, {
      method: json === undefined ? "get" : "post",
      signal,
      ...(query !== undefined && { searchParams: { ...query } }),
      ...(headers !== undefined && { headers: { ...headers } }),
      ...(json !== undefined && { json }),
    });
    const body = await readText(response, MOST_BYTES, name);
    if (!response.ok) throw answerError(response, body, { name, secret, now: clock.now() });
    return body;
  }

  async function text(request: ProviderRequest): Promise<string> {
    const { signal } = request;
    try {
      return await withTimeout({ clock, timeoutMs, signal, timedOut }, (ending) =>
        send(request, ending),
      );
    } catch (error) {
      if (isProviderError(error)) throw error;
      throw unreachable(name, error, secret);
    }
  }

  return {
    text,
    async json(request) {
      const body = await text(request);
      try {
        const value: unknown = JSON.parse(body);
        return value;
      } catch {
        // The parser's message repeats the text.
        throw invalidAnswer(name, "its answer is not JSON");
      }
    },
  };
}

/** The error of an answer that such a provider does not give. */
export function invalidAnswer(name: string, problem: string): ProviderError {
  return new ProviderError(`${name} gave no answer that can be used: ${problem}`, {
    code: "PROVIDER_INVALID_ANSWER",
  });
}

/**
 * The error of a request without an answer. Its cause is the innermost one, of the system or the
 * guard: those around it hold the request, and with it the key.
 */
function unreachable(name: string, thrown: unknown, secret: string | undefined): ProviderError {
  const code = findCode(thrown);
  const why = code === undefined ? "" : ` (${code})`;
  return new ProviderError(
    `${name} cannot be reached${why}: check its address, or try again later`,
    {
      code: "PROVIDER_UNREACHABLE",
      cause: redactedCause(innermost(thrown), secret),
    },
  );
}

/** Errors are wrapped in a few others at most. */
const DEEPEST = 8;

function causesOf(thrown: unknown): Error[] {
  const causes: Error[] = [];
  for (let next = thrown; next instanceof Error && causes.length < DEEPEST; next = next.cause) {
    causes.push(next);
  }
  return causes;
}

function redactedCause(thrown: unknown, secret: string | undefined): BotwrightError {
  const { code, message } = describeError(thrown);
  return new BotwrightError(redact(message, secret), { code });
}

function innermost(thrown: unknown): unknown {
  return causesOf(thrown).at(-1) ?? thrown;
}

function findCode(thrown: unknown): string | undefined {
  for (const cause of causesOf(thrown).toReversed()) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return undefined;
}
