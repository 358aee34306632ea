import { randomInt } from "node:crypto";
import {
  createHttpClient,
  type HttpAnswer,
  type HttpCall,
  parseExactJson,
  type Redact,
  type WireObject,
} from "@botwright/adapter-kit";
import manifest from "../package.json" with { type: "json" };
import { isUnreadable, judge, SERVICE, sessionLost, transferRefusal } from "./api-answer.ts";

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
  readonly nonIdempotent?: boolean;
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

/** The official client whose wire this is: `major<<16 | minor<<8 | patch` of its version. */
const CLIENT_VERSION = "2.4.9";
const CLIENT_VERSION_NUMBER = String((2 << 16) | (4 << 8) | 9);
const BASE_INFO = { channel_version: CLIENT_VERSION, bot_agent: `Botwright/${manifest.version}` };
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const TRANSFER_TIMEOUT_MS = 120_000;
/** So many answers in a row that break HTTP are taken for the end of the session. */
const MAX_UNREADABLE = 3;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { baseUrl, secrets = [], routeTag, requestTimeoutMs, onExpired } = options;
  const token = (options.token ?? "").trim();
  let unreadable = 0;
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
    { nonIdempotent = false, timeoutMs, signal }: CallOptions,
  ): Promise<WireObject> {
    const name = path.split("?", 1)[0] ?? "";
    const answer = await read({
      url: `${baseUrl}ilink/bot/${path}`,
      name,
      method: json === undefined ? "GET" : "POST",
      ...(json !== undefined && { json }),
      headers: { ...appHeaders, ...(json !== undefined && postHeaders(token)) },
      ...(timeoutMs !== undefined && { timeoutMs }),
      signal,
      nonIdempotent,
    });
    const text = Buffer.from(answer.body).toString("utf8");
    const problem = judge(name, { ...answer, body: parseExactJson(text) }, nonIdempotent, redact);
    if (!(problem instanceof Error)) return problem;
    if (problem.code === "PLATFORM_UNAUTHORIZED") onExpired?.();
    throw problem;
  }

  async function read(call: HttpCall): Promise<HttpAnswer<Uint8Array>> {
    try {
      const answer = await http.bytes(call, MAX_ANSWER_BYTES);
      unreadable = 0;
      return answer;
    } catch (error) {
      unreadable = isUnreadable(error) ? unreadable + 1 : 0;
      if (unreadable < MAX_UNREADABLE) throw error;
      onExpired?.();
      throw sessionLost(call.name, redact);
    }
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
    ...(token !== "" && { Authorization: `Bearer ${token}` }),
  };
}
