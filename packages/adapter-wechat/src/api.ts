import { randomInt } from "node:crypto";
import {
  codeForStatus,
  createHttpClient,
  type HttpAnswer,
  isObject,
  networkError,
  numberOf,
  parseExactJson,
  platformError,
  type PlatformErrorCode,
  type Redact,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";
import type { NetworkError, PlatformError } from "@botwright/core";

/** Options of {@link createApi}. */
export interface ApiOptions {
  /** Ends with a slash. */
  readonly baseUrl: string;
  /** Absent for the calls of the QR login. */
  readonly token?: string;
  /** Further texts that may show up in no error. */
  readonly secrets?: readonly string[];
  readonly routeTag?: string | undefined;
  readonly requestTimeoutMs: number;
  /** The session has ended: the token is of no use any more. */
  readonly onExpired?: () => void;
}

/** How a call is made. */
interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** A lost answer is reported as "delivery unknown". @default false */
  readonly once?: boolean;
}

/** Calls of the iLink bot API and its CDN. Rejections are typed and hold no secret. */
export interface Api {
  readonly redact: Redact;
  /**
   * An operation of a bot.
   * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when the session has ended, `PLATFORM_*`
   * @throws {NetworkError} `NETWORK_*`
   */
  call(path: string, params: WireObject, options?: CallOptions): Promise<WireObject>;
  /** An operation of the login: it has no token and no `base_info`. */
  login(path: string, json: WireObject | undefined, options?: CallOptions): Promise<WireObject>;
  upload(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<Headers>;
  download(url: string, maxBytes: number): Promise<Uint8Array>;
}

export const SERVICE = "WeChat";
/** The official client whose wire this is: `major<<16 | minor<<8 | patch` of its version. */
const CLIENT_VERSION = "2.4.9";
const CLIENT_VERSION_NUMBER = String((2 << 16) | (4 << 8) | 9);
const BASE_INFO = { channel_version: CLIENT_VERSION, bot_agent: "Botwright/1.0.0" };
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const TRANSFER_TIMEOUT_MS = 120_000;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { baseUrl, token = "", secrets = [], routeTag, requestTimeoutMs, onExpired } = options;
  const http = createHttpClient({
    service: SERVICE,
    secrets: [token, ...secrets],
    timeoutMs: requestTimeoutMs,
  });
  const { redact } = http;
  const appHeaders = {
    "iLink-App-Id": "bot",
    "iLink-App-ClientVersion": CLIENT_VERSION_NUMBER,
    ...(routeTag !== undefined && { SKRouteTag: routeTag }),
  };

  async function send(
    path: string,
    json: WireObject | undefined,
    { once = false, timeoutMs, signal }: CallOptions,
  ): Promise<WireObject> {
    const name = path.split("?", 1)[0] ?? "";
    const answer = await http.bytes(
      {
        url: `${baseUrl}ilink/bot/${path}`,
        name,
        method: json === undefined ? "GET" : "POST",
        ...(json !== undefined && { json }),
        headers: { ...appHeaders, ...(json !== undefined && postHeaders(token)) },
        ...(timeoutMs !== undefined && { timeoutMs }),
        signal,
        once,
      },
      MAX_ANSWER_BYTES,
    );
    const text = Buffer.from(answer.body).toString("utf8");
    const problem = judge(name, { ...answer, body: parseExactJson(text) }, once, redact);
    if (!(problem instanceof Error)) return problem;
    if (problem.code === "PLATFORM_UNAUTHORIZED") onExpired?.();
    throw problem;
  }

  return {
    redact,
    call: (path, params, how = {}) => send(path, { ...params, base_info: BASE_INFO }, how),
    login: (path, json, how = {}) => send(path, json, how),
    async upload(url, bytes) {
      const headers = { "Content-Type": "application/octet-stream" };
      const call = { url, name: "upload", body: bytes, headers, timeoutMs: TRANSFER_TIMEOUT_MS };
      const answer = await http.bytes(call, MAX_ANSWER_BYTES);
      if (answer.status === 200) return answer.headers;
      throw transferRefusal("upload", answer, redact);
    },
    async download(url, maxBytes) {
      const call = {
        url,
        name: "download",
        method: "GET",
        timeoutMs: TRANSFER_TIMEOUT_MS,
      } as const;
      const answer = await http.bytes(call, maxBytes);
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      throw transferRefusal("download", answer, redact);
    },
  };
}

function postHeaders(token: string): Record<string, string> {
  return {
    AuthorizationType: "ilink_bot_token",
    // A random number for each request, as decimal text in base64.
    "X-WECHAT-UIN": Buffer.from(String(randomInt(2 ** 32))).toString("base64"),
    ...(token !== "" && { Authorization: `Bearer ${token.trim()}` }),
  };
}

/** The body of a success, or the error. Business errors come with HTTP 200. */
function judge(
  call: string,
  { status, body }: HttpAnswer<unknown>,
  once: boolean,
  redact: Redact,
): WireObject | PlatformError | NetworkError {
  const said = isObject(body) ? body : undefined;
  // Each may be missing, which is success.
  const code = numberOf(said?.["errcode"]) || numberOf(said?.["ret"]);
  const description = textOf(said?.["errmsg"]) || `code ${code}`;
  if (code !== 0) {
    return platformError({
      service: SERVICE,
      call,
      code: codeFor(code, description),
      description,
      platformCode: String(code),
      redact,
    });
  }
  if (status < 200 || status >= 300) {
    return platformError({
      service: SERVICE,
      call,
      code: codeForStatus(status),
      description: `HTTP ${status}`,
      platformCode: String(status),
      redact,
    });
  }
  if (said !== undefined) return said;
  const bad = "NETWORK_BAD_ANSWER";
  return networkError({ service: SERVICE, call, code: bad, deliveryUnknown: once });
}

/** -2 stands for malformed calls and for too many of them; only the text tells which. */
function codeFor(code: number, description: string): PlatformErrorCode {
  if (code === -14 || code === -13) return "PLATFORM_UNAUTHORIZED";
  if (code !== -2) return "PLATFORM_BAD_REQUEST";
  return /invalid argument/i.test(description) ? "PLATFORM_BAD_REQUEST" : "PLATFORM_RATE_LIMITED";
}

function transferRefusal(
  call: string,
  { status, headers, body }: HttpAnswer<Uint8Array>,
  redact: Redact,
): PlatformError {
  const said = headers.get("x-error-message") ?? Buffer.from(body).toString("utf8").slice(0, 200);
  return platformError({
    service: SERVICE,
    call,
    code: codeForStatus(status),
    description: said || `HTTP ${status}`,
    platformCode: String(status),
    redact,
  });
}
