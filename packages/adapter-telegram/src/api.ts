import {
  codeForPage,
  codeForStatus,
  createHttpClient,
  createLostCallPolicy,
  fieldsOf,
  type HttpAnswer,
  type HttpForm,
  type HttpFormFile,
  hasCode,
  networkError,
  numberOf,
  platformError,
  type PlatformErrorCode,
  type Redact,
  retry,
  retryAfterOf,
  textOf,
} from "@botwright/adapter-kit";
import type { Clock, NetworkError, PlatformError } from "@botwright/core";
import {
  type Calls,
  isAnswer,
  type ResponseParameters,
  UPLOAD_FIELDS,
  type UploadMethod,
  type UploadParameters,
} from "./wire/api.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  token: string;
  /** Without a slash at the end. */
  apiBase: string;
  secrets: readonly string[];
  requestTimeoutMs: number;
  clock: Clock;
  /** Called when the platform refuses the token. */
  onRefused: (error: unknown) => void;
}

/** How a call is made. */
export interface CallOptions {
  /** A second call would have a second effect: a lost answer is reported as "delivery unknown". @default false */
  nonIdempotent?: boolean;
  /** Whether the call only reads: then it is repeated when it was lost on the way, as a download is. @default false */
  reads?: boolean;
  /** Whether to wait and repeat after 429 and after a short failure of the server. @default true */
  retry?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Calls of the Bot API. They reject with typed errors that hold no secret. */
export interface Api {
  readonly redact: Redact;
  /**
   * Calls a method; resolves to its `result`.
   * @throws {PlatformError} `PLATFORM_*`, `MEDIA_TOO_LARGE`
   * @throws {NetworkError} `NETWORK_*`
   */
  call<Method extends keyof Calls>(
    method: Method,
    params: Calls[Method],
    options?: CallOptions,
  ): Promise<unknown>;
  /** Calls a method that uploads a file; resolves to its `result`. @throws as `call` */
  upload(
    method: UploadMethod,
    params: UploadParameters,
    file: Omit<HttpFormFile, "field">,
    options?: CallOptions,
  ): Promise<unknown>;
  /** Downloads the bytes of a `file_path` from getFile; repeats a download that was lost on the way. */
  file(path: string, maxBytes: number): Promise<Uint8Array>;
}

/** The body of a call. */
type CallBody = { readonly json: object } | { readonly body: HttpForm };

/** The platform's name in errors and logs. */
export const SERVICE = "Telegram";
/** The longest wait in seconds, and the most waits, for one call after 429. */
const MAX_WAIT_S = 60;
const MAX_WAITS = 3;
/** The pause in milliseconds before the one repeat after a failure of the server. */
const REPEAT_MS = 1000;
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { token, apiBase, secrets, requestTimeoutMs, clock } = options;
  const http = createHttpClient({ service: SERVICE, secrets, timeoutMs: requestTimeoutMs });
  const { redact } = http;
  const methods = `${apiBase}/bot${token}/`;
  const files = `${apiBase}/file/bot${token}/`;

  async function attempt(method: string, body: CallBody, how: CallOptions): Promise<unknown> {
    const { nonIdempotent = false, timeoutMs, signal } = how;
    const answer = await http.json({
      url: methods + method,
      name: method,
      ...body,
      ...(timeoutMs !== undefined && { timeoutMs }),
      signal,
      nonIdempotent,
    });
    if (isAnswer(answer.body) && answer.body.ok) return answer.body.result;
    const error = refusal(method, answer, nonIdempotent, redact);
    if (error.code === "PLATFORM_UNAUTHORIZED") options.onRefused(error);
    throw error;
  }

  function run(method: string, body: CallBody, how: CallOptions = {}): Promise<unknown> {
    const attemptOnce = (): Promise<unknown> => attempt(method, body, how);
    if (how.retry === false) return attemptOnce();
    const lost = how.reads === true ? createLostCallPolicy(clock) : repeatOnce();
    return retry(attemptOnce, { waitMs: createRetryPolicy(lost), signal: how.signal, clock });
  }

  return {
    redact,
    call: (method, params, how) => run(method, { json: params }, how),
    upload: (method, params, file, how) => run(method, { body: formOf(method, params, file) }, how),
    file(path, maxBytes) {
      const url = files + path.split("/").map(encodeURIComponent).join("/");
      const request = { url, name: "file", method: "GET", timeoutMs: DOWNLOAD_TIMEOUT_MS } as const;
      const fetchFile = async (): Promise<Uint8Array> => {
        const answer = await http.bytes(request, maxBytes);
        if (answer.status === 200) return answer.body;
        throw refusal("file", { ...answer, body: undefined }, false, redact);
      };
      return retry(fetchFile, { waitMs: createLostCallPolicy(clock), clock });
    },
  };
}

function formOf(
  method: UploadMethod,
  { chat_id, reply_parameters }: UploadParameters,
  file: Omit<HttpFormFile, "field">,
): HttpForm {
  const quoted = reply_parameters && { reply_parameters: JSON.stringify(reply_parameters) };
  return { fields: { chat_id, ...quoted }, file: { ...file, field: UPLOAD_FIELDS[method] } };
}

function refusal(
  method: string,
  answer: HttpAnswer<unknown>,
  nonIdempotent: boolean,
  redact: Redact,
): PlatformError | NetworkError {
  const said = isAnswer(answer.body) ? answer.body : undefined;
  if (said === undefined && answer.status < 400) {
    const code = "NETWORK_BAD_ANSWER";
    return networkError({ service: SERVICE, call: method, code, deliveryUnknown: nonIdempotent });
  }
  const status = numberOf(said?.error_code) || answer.status;
  const description = textOf(said?.description) || `HTTP ${answer.status}`;
  const retryAfter =
    numberOf(fieldsOf<ResponseParameters>(said?.parameters).retry_after) ||
    Number(answer.headers.get("retry-after"));
  return platformError({
    service: SERVICE,
    call: method,
    code: said === undefined ? codeForPage(status) : codeOf(method, status, description),
    description,
    platformCode: String(status),
    ...(status === 429 && { retryAfter: retryAfter > 0 ? retryAfter : 1 }),
    redact,
  });
}

function codeOf(method: string, status: number, description: string): PlatformErrorCode {
  if (/file is too big|request entity too large/i.test(description)) return "MEDIA_TOO_LARGE";
  // The public cloud has been seen to give this answer for a wrong token.
  const isWrongToken = method === "getMe" && status === 404 && description === "Not Found";
  return isWrongToken ? "PLATFORM_UNAUTHORIZED" : codeForStatus(status);
}

type WaitMs = (error: unknown) => number | undefined;

/** The retry policy of one call: waits after 429 if the wait is short; `otherwise` decides about all other failures. */
function createRetryPolicy(otherwise: WaitMs): WaitMs {
  let waits = 0;
  return (error) => {
    const seconds = retryAfterOf(error);
    if (seconds !== undefined && seconds <= MAX_WAIT_S && waits++ < MAX_WAITS)
      return seconds * 1000;
    return otherwise(error);
  };
}

/** For one call: repeats once what had no effect. */
function repeatOnce(): WaitMs {
  let repeated = false;
  return (error) => {
    const isRepeatable =
      hasCode(error, "NETWORK_UNREACHABLE") || hasCode(error, "PLATFORM_UNAVAILABLE");
    if (!isRepeatable || repeated) return undefined;
    repeated = true;
    return REPEAT_MS;
  };
}
