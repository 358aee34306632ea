import { readBytes } from "@botwright/core";
import ky, { type Options } from "ky";
import { lengthOf } from "./content-length.ts";
import { mediaTooLarge } from "./downloads.ts";
import { hasCode, networkError, type NetworkErrorCode } from "./error-codes.ts";
import { cleanCause, createRedactor, findErrorCode, type Redact, type Secrets } from "./redact.ts";
import { parseJson } from "./wire.ts";

/** Options of {@link createHttpClient}. */
export interface HttpClientOptions {
  /** Name of the platform, for error texts. */
  service: string;
  /** What must never show up in an error. */
  secrets: Secrets;
  /** For a whole call, answer body included, in milliseconds. @default 30_000 */
  timeoutMs?: number;
}

/** One call. */
export interface HttpCall {
  url: string;
  /** What errors call it; never the URL, which may hold a secret. */
  name: string;
  /** @default "POST" */
  method?: "GET" | "POST" | "DELETE";
  /** The body as JSON. */
  json?: unknown;
  /** The body, when it is not JSON. */
  body?: FormData | Uint8Array<ArrayBuffer> | string;
  headers?: Record<string, string>;
  /** @default the client's */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** The call must not be made twice: a lost answer is reported as "delivery unknown". @default false */
  nonIdempotent?: boolean;
}

/** An answer, whatever its status. */
export interface HttpAnswer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls of a platform's HTTP API. */
export interface HttpClient {
  readonly redact: Redact;
  /**
   * The answer with its JSON; a body that is not JSON, or has more than 16 MiB, is `undefined`.
   * @throws {NetworkError} `NETWORK_*`
   */
  json(call: HttpCall): Promise<HttpAnswer<unknown>>;
  /**
   * The answer with its bytes. What may be a refusal (JSON, plain text, no success) is read up to 64
   * KiB even with a smaller limit; `createDownloads` checks the limit again.
   * @throws {NetworkError} `NETWORK_*`
   * @throws {PlatformError} `MEDIA_TOO_LARGE` for more than `maxBytes`, before the body is read if
   * its length is told, else as soon as more has come
   */
  bytes(call: HttpCall, maxBytes: number): Promise<HttpAnswer<Uint8Array>>;
}

/** More than any batch of messages has. */
const MAX_JSON = 16 * 1024 * 1024;
/** So much is read of what may be a refusal, whatever the limit. */
const REFUSAL_BYTES = 64 * 1024;

/** Nothing has left this machine when one of these is reported. */
const NOT_SENT = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * Makes an {@link HttpClient}: one ky instance with kept-alive connections, without retries of its
 * own (only the adapter knows what may be repeated) and without redirects (the address or a header
 * may hold a secret). HTTP errors are answers; what it throws is free of secrets.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { service, secrets, timeoutMs: defaultMs = 30_000 } = options;
  const redact = createRedactor(secrets);
  const http = ky.create({
    retry: 0,
    // The timer below also covers the body, which ky's own does not.
    timeout: false,
    throwHttpErrors: false,
    redirect: "manual",
  });

  async function call<T>(
    request: HttpCall,
    read: (response: Response) => Promise<T>,
  ): Promise<HttpAnswer<T>> {
    const { name, timeoutMs = defaultMs, signal, nonIdempotent = false } = request;
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      abort();
    }, timeoutMs);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted === true) abort();
    try {
      const response = await http(request.url, kyOptions(request, controller.signal));
      return { status: response.status, headers: response.headers, body: await read(response) };
    } catch (thrown) {
      if (hasCode(thrown, "MEDIA_TOO_LARGE")) throw thrown;
      const code = timedOut ? "NETWORK_TIMEOUT" : failureCode(thrown, controller.signal.aborted);
      const deliveryUnknown = nonIdempotent && code !== "NETWORK_UNREACHABLE";
      const cause = cleanCause(thrown, redact);
      throw networkError({ service, call: name, code, deliveryUnknown, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  return {
    redact,
    json: (request) => call(request, readJson),
    bytes: (request, maxBytes) =>
      call(request, (response) =>
        readBytes(response.body, {
          maxBytes: limitOf(response, maxBytes),
          length: lengthOf(response.headers),
          tooLarge: () => mediaTooLarge(service, request.name, maxBytes),
        }),
      ),
  };
}

async function readJson({ body }: Response): Promise<unknown> {
  const tooLarge = new Error("the answer is too long");
  try {
    const bytes = await readBytes(body, { maxBytes: MAX_JSON, tooLarge: () => tooLarge });
    return parseJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error === tooLarge) return undefined;
    throw error;
  }
}

function kyOptions(request: HttpCall, signal: AbortSignal): Options {
  const { method = "POST", json, body, headers } = request;
  return {
    method,
    signal,
    ...(headers !== undefined && { headers }),
    ...(json !== undefined && { json }),
    ...(body !== undefined && { body }),
  };
}

function failureCode(thrown: unknown, aborted: boolean): NetworkErrorCode {
  if (aborted) return "NETWORK_ABORTED";
  return NOT_SENT.has(findErrorCode(thrown) ?? "") ? "NETWORK_UNREACHABLE" : "NETWORK_FAILED";
}

/**
 * How much of an answer is read. Refusals come as JSON or with a status that is no success, and must
 * be readable also when the caller wants a few bytes only.
 */
function limitOf({ status, headers }: Response, maxBytes: number): number {
  const isText = /^(?:application\/json|text\/plain)/i.test(headers.get("content-type") ?? "");
  return status >= 300 || isText ? Math.max(maxBytes, REFUSAL_BYTES) : maxBytes;
}
