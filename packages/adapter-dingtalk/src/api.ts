import {
  createHttpClient,
  createTokenCache,
  type FreshToken,
  hasCode,
  type HttpClient,
  pause,
  type PlatformErrorCode,
  platformError,
} from "@botwright/adapter-kit";
import type { Clock, PlatformError } from "@botwright/core";
import { badAnswer, readOldAnswer, readNewAnswer, SERVICE } from "./api-errors.ts";
import { UPLOAD_LIMIT } from "./media.ts";
import { ROBOT_TOPIC, textOf, numberOf, type WireObject } from "./wire.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  appKey: string;
  appSecret: string;
  robotCode: string;
  /** The new API, without a slash at the end. */
  apiBase: string;
  /** The old API, without a slash at the end. */
  oapiBase: string;
  requestTimeoutMs: number;
  clock: Clock;
}

/** Calls of both APIs. Rejections are typed and hold no secret. */
export interface Api {
  /** Makes sure that the credentials are good. @throws {PlatformError} `PLATFORM_UNAUTHORIZED` */
  check(signal: AbortSignal): Promise<void>;
  /** The address of a new Stream socket, good for one connection. */
  openStream(signal: AbortSignal): Promise<string>;
  /** The file behind a download code. */
  download(code: string): Promise<Uint8Array>;
  /** Uploads a file; resolves to its media id. */
  upload(type: "image" | "video" | "file", bytes: Uint8Array, filename: string): Promise<string>;
  /** Sends to one person; resolves to the key of the send. */
  batchSend(to: string, msgKey: string, param: object): Promise<string>;
  /** Answers by the address that came with a message. */
  sendBySession(url: string, text: string): Promise<void>;
}

const DOWNLOAD_LIMIT = 100 * 1024 * 1024;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const UPLOAD_TIMEOUT_MS = 300_000;
/** Seconds that a token lives when the answer does not say. */
const USUAL_LIFE_S = 7200;
/** Credentials that were refused are not tried again before. */
const REFUSED_MS = 60_000;
/** Seconds after which a send that met flow control may be tried again. */
const FLOW_CONTROL_S = 60;
/** Repeats of a call without effect, and of a send that the server gave up. */
const SAFE_REPEATS = 3;
const SEND_REPEATS = 1;
/** Of calls that nobody takes back: they end by their own time limit. */
const NEVER = new AbortController().signal;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { appKey, appSecret, robotCode, apiBase, oapiBase, requestTimeoutMs, clock } = options;
  const tokens = createTokenCache({ fetch: () => patiently(false, fetchToken), clock });
  let refused: { readonly error: unknown; readonly until: number } | undefined;

  /** A client whose errors are also free of what only this call knows. */
  function client(...secrets: string[]): HttpClient {
    return createHttpClient({
      service: SERVICE,
      secrets: [appSecret, ...secrets],
      timeoutMs: requestTimeoutMs,
    });
  }

  async function fetchToken(): Promise<FreshToken> {
    if (refused !== undefined && clock.now() < refused.until) throw refused.error;
    refused = undefined;
    const http = client();
    const url = `${apiBase}/v1.0/oauth2/accessToken`;
    const answer = await http.json({ url, name: "accessToken", json: { appKey, appSecret } });
    try {
      const body = readNewAnswer("accessToken", answer, http.redact);
      const token = textOf(body["accessToken"]);
      if (token === "") throw badAnswer("accessToken", false);
      return { token, lifeMs: (numberOf(body["expireIn"]) || USUAL_LIFE_S) * 1000 };
    } catch (error) {
      if (isUnauthorized(error)) refused = { error, until: clock.now() + REFUSED_MS };
      throw error;
    }
  }

  /** Calls with a token, and once more with a new one when it is no longer taken. */
  function withToken<T>(run: (token: string, http: HttpClient) => Promise<T>): Promise<T> {
    return tokens.use((token) => run(token, client(token)), isUnauthorized);
  }

  function call(path: string, json: object, isSend: boolean): Promise<WireObject> {
    const name = path.split("/").at(-1) ?? path;
    return patiently(isSend, () =>
      withToken(async (token, http) => {
        const headers = { "x-acs-dingtalk-access-token": token };
        const url = `${apiBase}/v1.0/${path}`;
        const answer = await http.json({ url, name, json, headers, once: isSend });
        return readNewAnswer(name, answer, http.redact, isSend);
      }),
    );
  }

  /** Repeats what failed for a reason that passes, after growing pauses. */
  async function patiently<T>(isSend: boolean, task: () => Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await task();
      } catch (error) {
        if (repeats >= repeatsFor(error, isSend)) throw error;
        await pause(1000 * 2 ** repeats, NEVER, clock);
      }
    }
  }

  return {
    async check(signal) {
      await Promise.race([tokens.get(), aborted(signal)]);
    },
    async openStream(signal) {
      const http = client();
      const answer = await http.json({
        url: `${apiBase}/v1.0/gateway/connections/open`,
        name: "connections/open",
        headers: { accept: "application/json" },
        json: {
          clientId: appKey,
          clientSecret: appSecret,
          ua: "botwright",
          subscriptions: [{ type: "CALLBACK", topic: ROBOT_TOPIC }],
        },
        signal,
      });
      const { endpoint, ticket } = readNewAnswer("connections/open", answer, http.redact);
      const address = textOf(endpoint);
      // A plain socket is for simulators: it would show the ticket and all messages.
      const isSafe = address.startsWith("wss://") || !apiBase.startsWith("https://");
      if (!isSafe || !URL.canParse(address)) {
        throw badAnswer("connections/open", false);
      }
      return `${address}?ticket=${encodeURIComponent(textOf(ticket))}`;
    },
    async download(code) {
      const body = { downloadCode: code, robotCode };
      const { downloadUrl } = await call("robot/messageFiles/download", body, false);
      const url = textOf(downloadUrl);
      const http = client(url);
      return patiently(false, async () => {
        const secure = url.replace(/^http:/, "https:");
        if (secure === url || !apiBase.startsWith("https:")) return fetchFile(http, url);
        return fetchFile(http, secure).catch(() => fetchFile(http, url));
      });
    },
    upload(type, bytes, filename) {
      return patiently(false, () =>
        withToken(async (token, http) => {
          if (bytes.length > UPLOAD_LIMIT) {
            const size = `${bytes.length} bytes, at most ${UPLOAD_LIMIT} can be sent`;
            throw refusal(http, "upload", "MEDIA_TOO_LARGE", size);
          }
          const form = new FormData();
          form.set("type", type);
          form.set("media", new Blob([new Uint8Array(bytes)]), safeFilename(filename));
          const query = new URLSearchParams({ access_token: token, type });
          const url = `${oapiBase}/media/upload?${query.toString()}`;
          const timeoutMs = UPLOAD_TIMEOUT_MS;
          const answer = await http.json({ url, name: "upload", body: form, timeoutMs });
          return textOf(readOldAnswer("upload", answer, http.redact)["media_id"]);
        }),
      );
    },
    async batchSend(to, msgKey, param) {
      const msgParam = JSON.stringify(param);
      const body = { robotCode, userIds: [to], msgKey, msgParam };
      const answer = await call("robot/oToMessages/batchSend", body, true);
      const { invalidStaffIdList: invalid, flowControlledStaffIdList: limited } = answer;
      if (Array.isArray(invalid) && invalid.length > 0) {
        const reason = "the recipient is no staff id of the organisation";
        throw refusal(client(), "batchSend", "PLATFORM_NOT_FOUND", reason);
      }
      if (Array.isArray(limited) && limited.length > 0) {
        const reason = "the recipient gets too many messages";
        throw refusal(client(), "batchSend", "PLATFORM_RATE_LIMITED", reason, FLOW_CONTROL_S);
      }
      return textOf(answer["processQueryKey"]);
    },
    async sendBySession(url, text) {
      const http = client(url, new URL(url).searchParams.get("session") ?? "");
      const name = "sendBySession";
      await patiently(true, async () => {
        const json = { msgtype: "text", text: { content: text } };
        const answer = await http.json({ url, name, json, once: true });
        readOldAnswer(name, answer, http.redact, true);
      });
    },
  };
}

/** A plain download: links hold their own authority. */
async function fetchFile(http: HttpClient, url: string): Promise<Uint8Array> {
  const request = { url, name: "file", method: "GET", timeoutMs: DOWNLOAD_TIMEOUT_MS } as const;
  const answer = await http.bytes(request, DOWNLOAD_LIMIT);
  if (answer.status === 200) return answer.body;
  readNewAnswer("file", { ...answer, body: undefined }, http.redact);
  throw refusal(http, "file", "PLATFORM_NOT_FOUND", `HTTP ${answer.status}`);
}

/** A refusal that no answer code tells. */
function refusal(
  { redact }: HttpClient,
  call: string,
  code: PlatformErrorCode,
  description: string,
  retryAfter?: number,
): PlatformError {
  const more = retryAfter === undefined ? {} : { retryAfter };
  return platformError({ service: SERVICE, call, code, description, redact, ...more });
}

function isUnauthorized(error: unknown): boolean {
  return hasCode(error, "PLATFORM_UNAUTHORIZED");
}

/** How often a failed call is made again. */
function repeatsFor(error: unknown, isSend: boolean): number {
  // Nothing has left the machine: a send is as safe as any other call.
  if (hasCode(error, "NETWORK_UNREACHABLE")) return SAFE_REPEATS;
  if (hasCode(error, "PLATFORM_UNAVAILABLE")) return isSend ? SEND_REPEATS : SAFE_REPEATS;
  const isLost = hasCode(error, "NETWORK_FAILED") || hasCode(error, "NETWORK_TIMEOUT");
  return isLost && !isSend ? SAFE_REPEATS : 0;
}

/** A name that can stand in quotes in a header of the form. */
function safeFilename(name: string): string {
  return name.replaceAll(/["\\\r\n]/g, "_") || "file";
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
