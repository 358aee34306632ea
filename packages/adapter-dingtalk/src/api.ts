import {
  checkUploadSize,
  createHttpClient,
  createTokenCache,
  fieldsOf,
  type FreshToken,
  hasCode,
  type HttpClient,
  type HttpFormFile,
  lengthOfParts,
  numberOf,
  platformError,
  type PlatformErrorCode,
  safeFilename,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { Clock, PlatformError } from "@botwright/core";
import { downloadAddresses, streamAddress } from "./api/addresses.ts";
import { badAnswer, readOldAnswer, readNewAnswer, SERVICE } from "./api/errors.ts";
import { createRetry } from "./api/retry.ts";
import { UPLOAD_LIMIT } from "./media.ts";
import { ROBOT_TOPIC } from "./wire.ts";
import type {
  ConnectionAnswer,
  ConnectionRequest,
  MessageParams,
  RobotCalls,
  SessionText,
  TokenAnswer,
  TokenRequest,
  UploadAnswer,
  UploadType,
} from "./wire/api.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  appKey: string;
  appSecret: string;
  robotCode: string;
  /** Base URL of the new API, without a slash at the end. */
  apiBase: string;
  /** Base URL of the old API, without a slash at the end. */
  oapiBase: string;
  requestTimeoutMs: number;
  clock: Clock;
  /** Called when the platform refuses the app's secret. */
  onRefused: (error: unknown) => void;
}

/** Calls of both APIs. They reject with typed errors that hold no secret. */
export interface Api {
  /** Fetches an access token, which checks the credentials. @throws {PlatformError} `PLATFORM_UNAUTHORIZED` */
  check(): Promise<void>;
  /** Registers a Stream connection; resolves to the URL of its socket, which can be used once. */
  openStream(signal: AbortSignal): Promise<string>;
  /** Downloads the file behind a download code. */
  download(code: string, maxBytes: number): Promise<Uint8Array>;
  /** Uploads a file; resolves to its media id. */
  upload(type: UploadType, bytes: HttpFormFile["bytes"], filename: string): Promise<string>;
  /** Sends to one person by staff id; resolves to the `processQueryKey`, which names the sent message. */
  batchSend<Key extends keyof MessageParams>(
    to: string,
    msgKey: Key,
    param: MessageParams[Key],
  ): Promise<string>;
  /** Answers a message at its sessionWebhook. */
  sendBySession(url: string, text: string): Promise<void>;
}

const DOWNLOAD_LIMIT = 100 * 1024 * 1024;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const UPLOAD_TIMEOUT_MS = 300_000;
/** Lifetime of an access token in seconds, when the answer does not say it. */
const USUAL_LIFE_S = 7200;
/** `retryAfter` of a send that DingTalk's flow control has stopped, in seconds. */
const FLOW_CONTROL_S = 60;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { appKey, appSecret, robotCode, apiBase, oapiBase, requestTimeoutMs, clock } = options;
  const withRetry = createRetry(clock);
  const tokens = createTokenCache({
    fetch: () => withRetry(false, fetchToken),
    isRefusal: isUnauthorized,
    onRefused: options.onRefused,
    clock,
  });
  const secrets = (): string[] => [appSecret, ...tokens.secrets()];
  const http = createHttpClient({ service: SERVICE, secrets, timeoutMs: requestTimeoutMs });

  /** Makes an HTTP client for a URL that is itself a secret, so that no error shows it. */
  function clientFor(url: string): HttpClient {
    const { searchParams } = new URL(url);
    return createHttpClient({
      service: SERVICE,
      secrets: () => [...secrets(), url, searchParams.get("session") ?? ""],
      timeoutMs: requestTimeoutMs,
    });
  }

  async function fetchToken(): Promise<FreshToken> {
    const name = "accessToken";
    const url = `${apiBase}/v1.0/oauth2/accessToken`;
    const json: TokenRequest = { appKey, appSecret };
    const answer = await http.json({ url, name, json });
    const body = fieldsOf<TokenAnswer>(readNewAnswer(name, answer, http.redact));
    const token = textOf(body.accessToken);
    if (token === "") throw badAnswer(name, false);
    return { token, lifeMs: (numberOf(body.expireIn) || USUAL_LIFE_S) * 1000 };
  }

  function call<Path extends keyof RobotCalls>(
    path: Path,
    json: RobotCalls[Path]["body"],
    isSend: boolean,
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for no answer
  ): Promise<Unchecked<RobotCalls[Path]["answer"]>> {
    const name = path.split("/").at(-1) ?? path;
    const url = `${apiBase}/v1.0/${path}`;
    return withToken(isSend, async (token) => {
      const headers = { "x-acs-dingtalk-access-token": token };
      const answer = await http.json({ url, name, json, headers, nonIdempotent: isSend });
      return fieldsOf<RobotCalls[Path]["answer"]>(readNewAnswer(name, answer, http.redact, isSend));
    });
  }

  /** Runs a task with the access token. The token's own request is retried separately. */
  function withToken<T>(isSend: boolean, task: (token: string) => Promise<T>): Promise<T> {
    return tokens.use((token) => withRetry(isSend, () => task(token)), isUnauthorized);
  }

  return {
    async check() {
      await tokens.get();
    },
    async openStream(signal) {
      const name = "connections/open";
      const json: ConnectionRequest = {
        clientId: appKey,
        clientSecret: appSecret,
        ua: "botwright",
        subscriptions: [{ type: "CALLBACK", topic: ROBOT_TOPIC }],
      };
      const answer = await http.json({
        url: `${apiBase}/v1.0/gateway/connections/open`,
        name,
        headers: { accept: "application/json" },
        json,
        signal,
      });
      const body = fieldsOf<ConnectionAnswer>(readNewAnswer(name, answer, http.redact));
      const address = streamAddress(body, apiBase);
      if (address === undefined) throw badAnswer(name, false);
      return address;
    },
    async download(code, maxBytes) {
      const limit = Math.min(DOWNLOAD_LIMIT, maxBytes);
      const body = { downloadCode: code, robotCode };
      const { downloadUrl } = await call("robot/messageFiles/download", body, false);
      const [url, other] = downloadAddresses(downloadUrl, apiBase);
      if (url === undefined) throw badAnswer("messageFiles/download", false);
      const plain = clientFor(url);
      return withRetry(false, async () => {
        try {
          return await fetchFile(plain, url, limit);
        } catch (error) {
          if (other === undefined || hasCode(error, "MEDIA_TOO_LARGE")) throw error;
          return fetchFile(plain, other, limit);
        }
      });
    },
    upload(type, bytes, filename) {
      const { redact } = http;
      const name = "upload";
      const size = { bytes: { length: lengthOfParts(bytes) }, max: UPLOAD_LIMIT };
      checkUploadSize({ service: SERVICE, call: name, redact, ...size });
      return withToken(false, async (token) => {
        const file = { field: "media", filename: safeFilename(filename), bytes };
        const query = new URLSearchParams({ access_token: token, type });
        const url = `${oapiBase}/media/upload?${query.toString()}`;
        const answer = await http.json({
          url,
          name,
          body: { fields: { type }, file },
          timeoutMs: UPLOAD_TIMEOUT_MS,
        });
        return textOf(fieldsOf<UploadAnswer>(readOldAnswer(name, answer, redact)).media_id);
      });
    },
    async batchSend(to, msgKey, param) {
      const msgParam = JSON.stringify(param);
      const body = { robotCode, userIds: [to], msgKey, msgParam };
      const answer = await call("robot/oToMessages/batchSend", body, true);
      const { invalidStaffIdList: invalid, flowControlledStaffIdList: limited } = answer;
      if (Array.isArray(invalid) && invalid.length > 0) {
        const reason = "the recipient is no staff id of the organisation";
        throw refusal(http, "batchSend", "PLATFORM_NOT_FOUND", reason);
      }
      if (Array.isArray(limited) && limited.length > 0) {
        const reason = "the recipient gets too many messages";
        throw refusal(http, "batchSend", "PLATFORM_RATE_LIMITED", reason, FLOW_CONTROL_S);
      }
      return textOf(answer.processQueryKey);
    },
    async sendBySession(url, text) {
      const session = clientFor(url);
      const name = "sendBySession";
      await withRetry(true, async () => {
        const json: SessionText = { msgtype: "text", text: { content: text } };
        const answer = await session.json({ url, name, json, nonIdempotent: true });
        readOldAnswer(name, answer, session.redact, true);
      });
    },
  };
}

/** Downloads without an access token, because the link itself authorises. */
async function fetchFile(http: HttpClient, url: string, limit: number): Promise<Uint8Array> {
  const request = { url, name: "file", method: "GET", timeoutMs: DOWNLOAD_TIMEOUT_MS } as const;
  const answer = await http.bytes(request, limit);
  if (answer.status === 200) return answer.body;
  readNewAnswer("file", { ...answer, body: undefined }, http.redact);
  throw refusal(http, "file", "PLATFORM_NOT_FOUND", `HTTP ${answer.status}`);
}

/** The error for a refusal that DingTalk reports without an error code. */
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
