import { randomInt } from "node:crypto";
import {
  type AnswerHeaders,
  createHttpClient,
  fieldsOf,
  type HttpAnswer,
  type HttpCall,
  parseExactJson,
  type Redact,
  type Unchecked,
} from "@botwright/adapter-kit";
import manifest from "../package.json" with { type: "json" };
import { errorOf, isUnreadable, SERVICE, sessionLost, transferRefusal } from "./api/answer.ts";
import type { BaseInfo, BotCalls, LoginCalls } from "./wire/api.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  /** With a slash at the end. */
  readonly baseUrl: string;
  /** Absent for the calls of the QR login. */
  readonly token?: string;
  /** Further secrets to redact in errors. */
  readonly secrets?: readonly string[];
  readonly routeTag?: string | undefined;
  readonly requestTimeoutMs: number;
  /** Called when the session has ended: the token is no longer valid. */
  readonly onExpired?: () => void;
}

/** How a call is made. */
interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** A lost answer is reported as "delivery unknown". @default false */
  readonly nonIdempotent?: boolean;
}

/** Calls of the iLink bot API and its CDN. They reject with typed errors that hold no secret. */
export interface Api {
  readonly redact: Redact;
  /**
   * Calls an operation of a bot.
   * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when the session has ended, `PLATFORM_*`
   * @throws {NetworkError} `NETWORK_*`
   */
  call<Name extends keyof BotCalls>(
    name: Name,
    body: BotCalls[Name]["body"],
    options?: CallOptions,
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for no answer
  ): Promise<Unchecked<BotCalls[Name]["answer"]>>;
  /**
   * Calls an operation of the login.
   * @param query The query without its question mark.
   * @param body Without a body the call is a GET.
   */
  login<Name extends keyof LoginCalls>(
    name: Name,
    query: string,
    body: LoginCalls[Name]["body"],
    options?: CallOptions,
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for no answer
  ): Promise<Unchecked<LoginCalls[Name]["answer"]>>;
  /** Uploads an encrypted file to the CDN; resolves to the headers of the answer. */
  upload(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<AnswerHeaders>;
  /** Downloads a file from the CDN in its stored form, which is encrypted. */
  download(url: string, maxBytes: number): Promise<Uint8Array>;
}

/** The version of the official client whose protocol this is, also as `major<<16 | minor<<8 | patch`. */
const CLIENT_VERSION = "2.4.9";
const CLIENT_VERSION_NUMBER = String((2 << 16) | (4 << 8) | 9);
const BASE_INFO: BaseInfo = {
  channel_version: CLIENT_VERSION,
  bot_agent: `Botwright/${manifest.version}`,
};
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const TRANSFER_TIMEOUT_MS = 120_000;
/** How many malformed answers in a row count as the end of the session. */
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
    name: string,
    query: string,
    json: object | undefined,
    { nonIdempotent = false, timeoutMs, signal }: CallOptions,
  ): Promise<unknown> {
    const answer = await read({
      url: `${baseUrl}ilink/bot/${name}${query}`,
      name,
      method: json === undefined ? "GET" : "POST",
      ...(json !== undefined && { json }),
      headers: { ...appHeaders, ...(json !== undefined && postHeaders(token)) },
      ...(timeoutMs !== undefined && { timeoutMs }),
      signal,
      nonIdempotent,
    });
    const text = Buffer.from(answer.body).toString("utf8");
    const body = parseExactJson(text);
    const error = errorOf(name, { ...answer, body }, nonIdempotent, redact);
    if (error === undefined) return body;
    if (error.code === "PLATFORM_UNAUTHORIZED") onExpired?.();
    throw error;
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
    call: async (name, body, how = {}) =>
      fieldsOf(await send(name, "", { ...body, base_info: BASE_INFO }, how)),
    login: async (name, query, body, how = {}) =>
      fieldsOf(await send(name, `?${query}`, body, how)),
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
