import {
  createHttpClient,
  createTokenCache,
  type FreshToken,
  hasCode,
  type HttpCall,
  isObject,
  numberOf,
  parseJson,
  type Redact,
  retry,
  retryAfterOf,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";
import { badAnswer, isTokenExpired, refusal, SERVICE } from "./api-errors.ts";
import { isAnswer } from "./wire.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  appId: string;
  appSecret: string;
  /** Without a slash at the end. */
  apiBase: string;
  secrets: readonly string[];
  requestTimeoutMs: number;
  clock: Clock;
  /** The platform refuses the app's secret. */
  onRefused: (error: unknown) => void;
}

/** One call. */
interface ApiCall {
  /** What errors call it. */
  name: string;
  /** @default "POST" */
  method?: HttpCall["method"];
  /** Below `/open-apis`, with its query. */
  path: string;
  json?: object;
  form?: FormData;
  /** Waits out rate limits and a short failure. @default true */
  retry?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Where a long connection is opened. */
interface Endpoint {
  readonly url: string;
  /** As the platform gave it. */
  readonly config: unknown;
}

/** Calls of the Open Platform. Rejections are typed and hold no secret. */
export interface Api {
  readonly redact: Redact;
  /**
   * The `data` of a call, or the whole answer where there is none.
   * @throws {PlatformError} `PLATFORM_*`
   * @throws {NetworkError} `NETWORK_*`
   */
  call(call: ApiCall): Promise<WireObject>;
  /** The bytes that a GET below `/open-apis` answers with. */
  file(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Asks for an access token, if none is kept: tells whether the credentials are good. */
  authorize(): Promise<void>;
  /** Asks where the next long connection is to be opened. */
  endpoint(signal: AbortSignal): Promise<Endpoint>;
}

/** The waits for one call that met a rate limit, in milliseconds. */
const WAITS_MS = [1000, 2000, 4000];
/** No platform is waited for longer than this. */
const MAX_WAIT_MS = 60_000;
/** The pause before the one repeat after a failure. Sends carry a key, so none is made twice. */
const REPEAT_MS = 1000;
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { appId, appSecret, apiBase, requestTimeoutMs, clock, onRefused } = options;
  const tokens = createTokenCache({ fetch: fetchToken, isRefusal, onRefused, clock });
  const secrets = (): string[] => [...options.secrets, ...tokens.secrets()];
  const http = createHttpClient({ service: SERVICE, secrets, timeoutMs: requestTimeoutMs });
  const { redact } = http;
  const base = `${apiBase}/open-apis`;

  async function post(
    name: string,
    url: string,
    json: object,
    more: Pick<HttpCall, "headers" | "signal"> = {},
  ): Promise<WireObject> {
    const answer = await http.json({ url, name, json, ...more });
    if (isAnswer(answer.body) && answer.body.code === 0) return answer.body;
    throw refusal(name, answer, redact);
  }

  async function fetchToken(): Promise<FreshToken> {
    const name = "tenant_access_token";
    const url = `${base}/auth/v3/tenant_access_token/internal`;
    const body = await post(name, url, { app_id: appId, app_secret: appSecret });
    const token = textOf(body["tenant_access_token"]);
    if (token === "") throw badAnswer(name);
    return { token, lifeMs: numberOf(body["expire"]) * 1000 };
  }

  async function attempt(call: ApiCall, token: string): Promise<WireObject> {
    const { name, method = "POST", path, json, form, timeoutMs, signal } = call;
    const answer = await http.json({
      url: base + path,
      name,
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(json !== undefined && { json }),
      ...(form !== undefined && { body: form }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      signal,
      nonIdempotent: method === "POST",
    });
    const { body } = answer;
    if (!isAnswer(body) || body.code !== 0) throw refusal(name, answer, redact);
    return isObject(body["data"]) ? body["data"] : body;
  }

  async function download(path: string, maxBytes: number, token: string): Promise<Uint8Array> {
    const name = "resources";
    const answer = await http.bytes(
      {
        url: base + path,
        name,
        method: "GET",
        headers: { authorization: `Bearer ${token}` },
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
      },
      maxBytes,
    );
    const isJson = /^application\/json/i.test(answer.headers.get("content-type") ?? "");
    const said = isJson ? parseJson(new TextDecoder().decode(answer.body)) : undefined;
    // A refusal may come with any status, and a person may have sent a JSON file.
    const isRefused = isAnswer(said) && said.code !== 0 && typeof said["msg"] === "string";
    if (answer.status === 200 && !isRefused) return answer.body;
    throw refusal(name, { ...answer, body: said }, redact);
  }

  function withRetry<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return retry(run, { waitMs: createRetryPolicy(), signal, clock });
  }

  return {
    redact,
    call(call) {
      const run = (): Promise<WireObject> =>
        tokens.use((token) => attempt(call, token), isTokenExpired);
      return call.retry === false ? run() : withRetry(run, call.signal);
    },
    file: (path, maxBytes) =>
      withRetry(() => tokens.use((token) => download(path, maxBytes, token), isTokenExpired)),
    authorize: () => withRetry(async () => void (await tokens.get())),
    async endpoint(signal) {
      const name = "ws/endpoint";
      const url = `${apiBase}/callback/ws/endpoint`;
      const headers = { locale: "zh" };
      const json = { AppID: appId, AppSecret: appSecret };
      const body = await post(name, url, json, { headers, signal });
      const data = isObject(body["data"]) ? body["data"] : {};
      const address = textOf(data["URL"]);
      if (!/^wss?:\/\//.test(address) || !URL.canParse(address)) {
        throw badAnswer(name);
      }
      return { url: address, config: data["ClientConfig"] };
    },
  };
}

/** For one call: waits rate limits out, and repeats once what has failed on its way. */
function createRetryPolicy(): (error: unknown) => number | undefined {
  let waits = 0;
  let repeated = false;
  return (error) => {
    const usual = hasCode(error, "PLATFORM_RATE_LIMITED") ? WAITS_MS[waits] : undefined;
    const asked = retryAfterOf(error) ?? 0;
    if (usual !== undefined && asked * 1000 <= MAX_WAIT_MS) {
      waits++;
      return asked > 0 ? asked * 1000 : usual;
    }
    if (!isRepeatable(error) || repeated) return undefined;
    repeated = true;
    return REPEAT_MS;
  };
}

function isRefusal(error: unknown): boolean {
  return hasCode(error, "PLATFORM_UNAUTHORIZED");
}

function isRepeatable(error: unknown): boolean {
  return (
    hasCode(error, "NETWORK_UNREACHABLE") ||
    hasCode(error, "NETWORK_FAILED") ||
    hasCode(error, "NETWORK_BAD_ANSWER") ||
    hasCode(error, "PLATFORM_UNAVAILABLE")
  );
}
