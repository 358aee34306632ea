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
  body?: HttpForm | Uint8Array | string;
  headers?: Record<string, string>;
  /** @default the client's */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** The call must not be made twice: a lost answer is reported as "delivery unknown". @default false */
  nonIdempotent?: boolean;
}

/** The headers of an answer, by name in any case. */
export type AnswerHeaders = Pick<Headers, "get">;

/** An answer, whatever its status. */
export interface HttpAnswer<T> {
  status: number;
  headers: AnswerHeaders;
  body: T;
}

/** Calls of a platform's HTTP API. */
export interface HttpClient {
  readonly redact: Redact;
  /**
   * The answer with its JSON; a body that is not JSON, or too large to be read as such, is `undefined`. What is too
   * much of a list, or too deep, is left out: one bad message must not cost those beside it.
   * @throws {NetworkError} `NETWORK_*`
   */
  json(call: HttpCall): Promise<HttpAnswer<unknown>>;
  /**
   * The answer with its bytes. What may be a refusal (JSON, plain text, no success) is read up to 64
   * KiB even with a smaller limit; `createDownloads` checks the limit again.
   * @throws {NetworkError} `NETWORK_*`
   * @throws {PlatformError} `MEDIA_TOO_LARGE` for more than `maxBytes`, before the body is read if
   * `Content-Length` says so, else as soon as more bytes have arrived
   */
  bytes(call: HttpCall, maxBytes: number): Promise<HttpAnswer<Uint8Array>>;
}

/** Bytes that are read of an answer that may be a refusal, even when the caller's limit is smaller. */
const REFUSAL_BYTES = 64 * 1024;

/** Bytes of an answer that is JSON: more than any batch of messages has. */
const JSON_BYTES = 16 * 2 ** 20;

/**
 * Makes an {@link HttpClient}. It repeats nothing (only the adapter knows what may be repeated) and
 * follows no redirects (the address or a header may hold a secret). HTTP errors are answers; what it
 * throws is free of secrets.
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
      // Also throws, for an address or a header that cannot be sent.
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
 * Reads an answer of JSON; one that is too large is as good as one that is not JSON. Read by the stream's
 * events: an iterator of the stream costs several times as much, and every message has two such answers.
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
        // Settles first: what the stream then fails with is of no interest.
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

/** Answers are asked for as they are: what is small need not be unpacked. */
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
 * An answer may be kept for long: it holds the texts of the headers, not the message, which would hold its
 * connection.
 */
function answerOf<T>(
  { statusCode: status = 0, rawHeaders }: IncomingMessage,
  body: T,
): HttpAnswer<T> {
  return { status, headers: new RawHeaders(rawHeaders), body };
}

/** Headers as the wire has them: most answers are used without, so that nothing is made of them. */
class RawHeaders implements AnswerHeaders {
  private readonly raw: readonly string[];

  /** @param raw names and values by turns */
  constructor(raw: readonly string[]) {
    this.raw = raw;
  }

  /** A header that was sent several times has all its values, as in the Web's `Headers`. */
  get(name: string): string | null {
    const wanted = name.toLowerCase();
    const values = this.raw.filter(
      (_value, at) => at % 2 === 1 && this.raw[at - 1]?.toLowerCase() === wanted,
    );
    return values.length === 0 ? null : values.join(", ");
  }
}

/**
 * How much of an answer is read. Refusals come as JSON or with a status that is no success, and must
 * be readable also when the caller wants a few bytes only.
 */
function limitOf({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): number {
  const isText = /^(?:application\/json|text\/plain)/i.test(headers["content-type"] ?? "");
  return statusCode >= 300 || isText ? Math.max(maxBytes, REFUSAL_BYTES) : maxBytes;
}
