import {
  BotwrightError,
  type Clock,
  createPace,
  describeError,
  systemClock,
} from "@botwright/core";
import { measureJson } from "@botwright/core/measure-json";
import ky from "ky";
import { isProviderError, ProviderError } from "../errors.ts";
import { withTimeout } from "../with-timeout.ts";
import { redact } from "./api-key.ts";
import { encodeJson } from "./encode-json.ts";
import { answerError, repeatsWords } from "./http-errors.ts";
import { readText } from "./read-text.ts";

/** The global `fetch`, or a guarded one. */
export type FetchFunction = (
  input: Request | string | URL,
  init?: RequestInit,
) => Promise<Response>;

/** Options of all HTTP providers. */
export interface HttpProviderOptions {
  /**
   * Performs the requests. For a base URL from a user, pass a guarded `fetch`: `createGuardedFetch()` of
   * `@botwright/guarded-fetch`.
   * @default the global `fetch`
   */
  fetch?: FetchFunction;
  /** Maximum duration of one request including its answer, in milliseconds. @default 120_000 */
  timeoutMs?: number;
  /**
   * Maximum bytes of one answer. Answers of some requests have lower limits: a search 1 MiB, a list of models 2 MiB,
   * a chat 4 MiB.
   * @default 32 MiB, because images arrive as Base64
   */
  maxResponseBytes?: number;
  clock?: Clock;
}

/** Maximum levels, and maximum items and members, of an answer: it is parsed in one step, 50,000 of them in 40 ms. */
const MAX_LEVELS = 256;
const MAX_VALUES = 50_000;

/** Options of {@link createProviderHttp}. */
export interface ProviderHttpOptions extends HttpProviderOptions {
  /** The provider's name in errors. */
  readonly name: string;
  /** The API key, which is removed from errors. */
  readonly secret?: string | undefined;
}

/** One request. */
export interface ProviderRequest {
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body. With it the request is a POST, which is not retried. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
  /** Maximum bytes of this answer, if lower than the provider's maximum. */
  readonly maxResponseBytes?: number;
}

/** The HTTP client of one provider. */
export interface ProviderHttp {
  /** @throws {ProviderError} */
  text(request: ProviderRequest): Promise<string>;
  /** @throws {ProviderError} */
  json(request: ProviderRequest): Promise<unknown>;
}

const JSON_TYPE = { "content-type": "application/json" };
const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_ANSWER_BYTES = 32 * 2 ** 20;
/** Maximum bytes of an error answer that are read; the error for a longer answer contains only the status. */
const MAX_ERROR_BYTES = 256 * 1024;

/**
 * Creates the HTTP client of a provider. A GET whose connection failed is retried once. Redirects are not followed,
 * because the key would be sent along. Errors contain neither the key nor the request.
 */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const { name, secret, fetch, timeoutMs = DEFAULT_TIMEOUT_MS, clock = systemClock } = options;
  const { maxResponseBytes = MAX_ANSWER_BYTES } = options;
  const client = ky.create({
    ...(fetch !== undefined && { fetch }),
    // The timeout below includes the answer's body.
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
    const most = Math.min(request.maxResponseBytes ?? maxResponseBytes, maxResponseBytes);
    const body = json === undefined ? undefined : await encodeJson(json);
    const response = await client(url, {
      method: body === undefined ? "get" : "post",
      signal,
      ...(query !== undefined && { searchParams: { ...query } }),
      headers: { ...headers, ...(body !== undefined && JSON_TYPE) },
      // `retry: 0`, because otherwise the client would copy the body for a retry.
      ...(body !== undefined && { body, retry: 0 }),
    });
    if (response.ok) return await readText(response, most, name);
    throw answerError(response, await textToRepeat(response, most), {
      name,
      secret,
      now: clock.now(),
    });
  }

  /**
   * Reads the part of an error answer that the error repeats: mostly nothing, and a server may never end its answer.
   */
  async function textToRepeat(response: Response, most: number): Promise<string> {
    if (repeatsWords(response)) {
      return readText(response, Math.min(most, MAX_ERROR_BYTES), name).catch(withoutText);
    }
    // Cancelling rejects if the connection has broken; that is ignored.
    response.body?.cancel().catch(() => {});
    return "";
  }

  async function text(request: ProviderRequest): Promise<string> {
    const { signal } = request;
    try {
      return await withTimeout({ clock, timeoutMs, signal, timedOut }, (ending) =>
        send(request, ending),
      );
    } catch (error) {
      if (isProviderError(error)) throw error;
      // A guarded fetch has its own time limit.
      if (findCode(error) === "FETCH_TIMEOUT") throw timedOut();
      throw unreachable(name, error, secret);
    }
  }

  return {
    text,
    async json(request) {
      const body = await text(request);
      const pace = createPace();
      // Measuring and parsing get a turn of the event loop each, because an image has some megabytes.
      await pace(body.length);
      const { depth, values } = measureJson(body);
      if (depth > MAX_LEVELS || values > MAX_VALUES) {
        throw invalidAnswer(name, "its answer has too many values");
      }
      await pace(body.length);
      try {
        const value: unknown = JSON.parse(body);
        return value;
      } catch {
        // The parser's message would repeat the text.
        throw invalidAnswer(name, "its answer is not JSON");
      }
    },
  };
}

/** Returns an empty text for an error answer that is too long to be read. @throws every other failure */
function withoutText(error: unknown): string {
  if (isProviderError(error)) return "";
  throw error;
}

/** Creates the error of an answer in an unexpected form. */
export function invalidAnswer(name: string, problem: string): ProviderError {
  return new ProviderError(`${name} gave no answer that can be used: ${problem}`, {
    code: "PROVIDER_INVALID_ANSWER",
  });
}

/**
 * Creates the error of a request without an answer. Its cause is the innermost error, from the system or the guarded
 * fetch, because the outer errors contain the request, and with it the key.
 */
function unreachable(name: string, thrown: unknown, secret: string | undefined): ProviderError {
  const code = findCode(thrown);
  const shown = code === undefined ? "" : ` (${code})`;
  const cause = redactedCause(innermost(thrown), secret);
  // The message of a guarded fetch says what it does not allow.
  const advice = code === "FETCH_BLOCKED" ? cause.message : "check its address, or try again later";
  return new ProviderError(`${name} cannot be reached${shown}: ${advice}`, {
    code: "PROVIDER_UNREACHABLE",
    cause,
  });
}

/** Maximum nesting of causes. */
const MAX_DEPTH = 8;

function causesOf(thrown: unknown): Error[] {
  const causes: Error[] = [];
  for (let next = thrown; next instanceof Error && causes.length < MAX_DEPTH; next = next.cause) {
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
