import type { IncomingMessage } from "node:http";
import { createPieceCounter, inLaterTurn, readBytes } from "@botwright/core";
import { lengthOf } from "../content-length.ts";
import { mediaTooLarge } from "../media/downloads.ts";
import { hasCode, networkError, type NetworkErrorCode } from "../error-codes.ts";
import { type HttpExchange, type HttpRequest, openExchange } from "./http-exchange.ts";
import { encodeForm, type HttpForm, lengthOfParts } from "./http-form.ts";
import { cleanCause, createRedactor, type Redact, type Secrets } from "../redact.ts";
import { parseAnswer } from "../parse/wire.ts";

/** Options of {@link createHttpClient}. */
export interface HttpClientOptions {
  /** Name of the platform, for error texts. */
  service: string;
  /** The values that must never show up in an error. */
  secrets: Secrets;
  /** The longest duration of a whole call, including the answer's body, in milliseconds. @default 30_000 */
  timeoutMs?: number;
}

/** One call. */
export interface HttpCall {
  url: string;
  /** The name of the call in errors; never the URL, which may hold a secret. */
  name: string;
  /** @default "POST" */
  method?: "GET" | "POST" | "DELETE";
  /** A value that is sent as JSON. */
  json?: unknown;
  /** A body that is not JSON. */
  body?: HttpForm | Uint8Array | string;
  headers?: Record<string, string>;
  /** In milliseconds. @default the client's */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** A second call would have a second effect: a lost answer is reported as "delivery unknown". @default false */
  nonIdempotent?: boolean;
}

/** The headers of an answer; `get` ignores the case of a name. */
export type AnswerHeaders = Pick<Headers, "get">;

/** An answer with any HTTP status. */
export interface HttpAnswer<T> {
  status: number;
  headers: AnswerHeaders;
  body: T;
}

/** Makes calls of a platform's HTTP API. */
export interface HttpClient {
  readonly redact: Redact;
  /**
   * Returns the answer with its parsed JSON; a body that is not JSON, or is larger than 16 MiB, is `undefined`. Parts
   * with too many values or too deep nesting become `null` (see `cutAnswer`), so that one bad message does not cost
   * the other messages of the answer.
   * @throws {NetworkError} `NETWORK_*`
   */
  json(call: HttpCall): Promise<HttpAnswer<unknown>>;
  /**
   * Returns the answer with its bytes. An answer that may be a refusal (JSON, plain text, or a status from 300) is read
   * up to 64 KiB even when `maxBytes` is smaller; `createDownloads` checks the limit again.
   * @throws {NetworkError} `NETWORK_*`
   * @throws {PlatformError} `MEDIA_TOO_LARGE` for more than `maxBytes`: before the body is read if `Content-Length`
   * announces it, otherwise as soon as more bytes have arrived
   */
  bytes(call: HttpCall, maxBytes: number): Promise<HttpAnswer<Uint8Array>>;
}

/** How many bytes are read of an answer that may be a refusal, even when the caller's limit is smaller. */
const REFUSAL_BYTES = 64 * 1024;

/** How many bytes are read of a JSON answer: more than any batch of messages has. */
const JSON_BYTES = 16 * 2 ** 20;

/**
 * Makes an {@link HttpClient}. The client never retries, because only the adapter knows which calls may be repeated,
 * and follows no redirects, because the address or a header may hold a secret. An HTTP error status is a normal
 * answer; the errors that the client throws hold no secrets.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { service, secrets, timeoutMs: defaultMs = 30_000 } = options;
  const redact = createRedactor(secrets);

  async function call<T>(
    request: HttpCall,
    read: (message: IncomingMessage) => Promise<T>,
  ): Promise<HttpAnswer<T>> {
    const { name, timeoutMs = defaultMs, signal, nonIdempotent = false } = request;
    let givenUp: NetworkErrorCode | undefined;
    let exchange: HttpExchange | undefined;
    const giveUp = (code: NetworkErrorCode): void => {
      givenUp ??= code;
      exchange?.abort();
    };
    const abort = (): void => giveUp("NETWORK_ABORTED");
    const timer = setTimeout(() => giveUp("NETWORK_TIMEOUT"), timeoutMs);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted === true) abort();
    try {
      if (givenUp !== undefined) throw new Error("the call was given up before it was made");
      // `openExchange` throws for an address or a header that cannot be sent.
      exchange = openExchange(encode(request));
      const message = await exchange.answered;
      const body = await read(message);
      return answerOf(message, body);
    } catch (thrown) {
      if (hasCode(thrown, "MEDIA_TOO_LARGE")) {
        exchange?.abort();
        throw thrown;
      }
      const isSent = exchange?.wasConnected() === true;
      const code = givenUp ?? (isSent ? "NETWORK_FAILED" : "NETWORK_UNREACHABLE");
      const deliveryUnknown = nonIdempotent && isSent;
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
      call(request, (message) =>
        readBytes(message, {
          maxBytes: limitOf(message, maxBytes),
          length: lengthOf(message.headers),
          tooLarge: () => mediaTooLarge(service, request.name, maxBytes),
          inTurn: inLaterTurn,
        }),
      ),
  };
}

const utf8 = new TextDecoder();

/**
 * Reads an answer of JSON; one that is too large counts as not JSON. It listens to the stream's events, because
 * iterating the stream costs several times as much CPU, and each message of a user needs two such answers.
 */
function readJson(message: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const isWorth = createPieceCounter();
    let size = 0;
    message.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (isWorth(chunk.length) && size <= JSON_BYTES) chunks.push(chunk);
      else {
        // Resolves first, so that the error of the destroyed stream has no effect.
        resolve(undefined);
        message.destroy();
      }
    });
    message.on("end", () => {
      const [only, ...more] = chunks;
      const bytes = only !== undefined && more.length === 0 ? only : Buffer.concat(chunks, size);
      const text = utf8.decode(bytes);
      resolve(parseAnswer(text));
    });
    message.on("error", reject);
    message.on("close", () => reject(new Error("the answer was cut off")));
  });
}

/** Asks for uncompressed answers, because they are small and need not be decompressed. */
const HEADERS = { accept: "*/*", "accept-encoding": "identity", "user-agent": "botwright" };

function encode({ url, method = "POST", json, body, headers }: HttpCall): HttpRequest {
  if (json !== undefined) {
    const given = { ...HEADERS, "content-type": "application/json", ...headers };
    return withBody(url, method, given, JSON.stringify(json));
  }
  if (body === undefined || typeof body === "string") {
    return withBody(url, method, { ...HEADERS, ...headers }, body);
  }
  if (body instanceof Uint8Array) return withBody(url, method, { ...HEADERS, ...headers }, [body]);
  const { contentType, parts } = encodeForm(body);
  return withBody(url, method, { ...HEADERS, "content-type": contentType, ...headers }, parts);
}

function withBody(
  url: string,
  method: string,
  headers: Record<string, string | number>,
  body: HttpRequest["body"],
): HttpRequest {
  if (body !== undefined || method !== "GET") headers["content-length"] = sizeOf(body);
  return { url, method, headers, body };
}

function sizeOf(body: HttpRequest["body"]): number {
  if (body === undefined) return 0;
  return typeof body === "string" ? Buffer.byteLength(body) : lengthOfParts(body);
}

/**
 * Makes an answer that does not refer to the `IncomingMessage`: callers may keep an answer for long, and the message
 * would keep its connection in memory.
 */
function answerOf<T>(
  { statusCode: status = 0, rawHeaders }: IncomingMessage,
  body: T,
): HttpAnswer<T> {
  return { status, headers: new RawHeaders(rawHeaders), body };
}

/** Reads headers from Node's raw list on demand, because most callers of an answer read none. */
class RawHeaders implements AnswerHeaders {
  private readonly raw: readonly string[];

  /** @param raw names and values in alternation */
  constructor(raw: readonly string[]) {
    this.raw = raw;
  }

  /** Joins the values of a header that was sent several times, as the Web's `Headers` does. */
  get(name: string): string | null {
    const wanted = name.toLowerCase();
    const values = this.raw.filter(
      (_value, at) => at % 2 === 1 && this.raw[at - 1]?.toLowerCase() === wanted,
    );
    return values.length === 0 ? null : values.join(", ");
  }
}

/**
 * How many bytes of an answer are read. A refusal comes as JSON or with an error status, and must
 * be readable even when the caller wants only a few bytes.
 */
function limitOf({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): number {
  const isText = /^(?:application\/json|text\/plain)/i.test(headers["content-type"] ?? "");
  return statusCode >= 300 || isText ? Math.max(maxBytes, REFUSAL_BYTES) : maxBytes;
}
