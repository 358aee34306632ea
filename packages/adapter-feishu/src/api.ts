import {
  createHttpClient,
  createTokenCache,
  type FreshToken,
  type HttpCall,
  hasCode,
  pause,
  type Redact,
  retryAfterOf,
} from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";
import { isTokenExpired, refusal, SERVICE } from "./api-errors.ts";
import { isAnswer, isObject, numberOf, parseJson, textOf, type WireObject } from "./wire.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  appId: string;
  appSecret: string;
  /** Without a slash at the end. */
  apiBase: string;
  secrets: readonly string[];
  requestTimeoutMs: number;
  clock: Clock;
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
  patient?: boolean;
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
/** Of calls that nobody takes back: they end by their own time limit. */
const NEVER = new AbortController().signal;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { appId, appSecret, apiBase, secrets, requestTimeoutMs, clock } = options;
  const http = createHttpClient({ service: SERVICE, secrets, timeoutMs: requestTimeoutMs });
  const base = `${apiBase}/open-apis`;
  let newest = "";
  const redact: Redact = (text) =>
    newest === "" ? http.redact(text) : http.redact(text).replaceAll(newest, "[redacted]");
  const tokens = createTokenCache({ fetch: fetchToken, clock });

  async function post(
    name: string,
    url: string,
    json: object,
    signal?: AbortSignal,
  ): Promise<WireObject> {
    const answer = await http.json({ url, name, json, signal });
    if (isAnswer(answer.body) && answer.body.code === 0) return answer.body;
    throw refusal(name, answer, redact);
  }

  async function fetchToken(): Promise<FreshToken> {
    const name = "tenant_access_token";
    const url = `${base}/auth/v3/tenant_access_token/internal`;
    const body = await post(name, url, { app_id: appId, app_secret: appSecret });
    const token = textOf(body["tenant_access_token"]);
    if (token === "")
      throw refusal(name, { status: 200, headers: new Headers(), body: "" }, redact);
    newest = token;
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
      once: method === "POST",
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

  async function patiently<Result>(
    run: () => Promise<Result>,
    patient: boolean,
    signal: AbortSignal,
  ): Promise<Result> {
    let waits = 0;
    let repeated = false;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!patient) throw error;
        const waitMs = limitWait(error, waits);
        if (waitMs !== undefined) waits++;
        else if (isRepeatable(error) && !repeated) repeated = true;
        else throw error;
        await pause(waitMs ?? REPEAT_MS, signal, clock);
        if (signal.aborted) throw error;
      }
    }
  }

  return {
    redact,
    call: (call) =>
      patiently(
        () => tokens.use((token) => attempt(call, token), isTokenExpired),
        call.patient ?? true,
        call.signal ?? NEVER,
      ),
    file: (path, maxBytes) =>
      patiently(
        () => tokens.use((token) => download(path, maxBytes, token), isTokenExpired),
        true,
        NEVER,
      ),
    authorize: () => patiently(async () => void (await tokens.get()), true, NEVER),
    async endpoint(signal) {
      const name = "ws/endpoint";
      const url = `${apiBase}/callback/ws/endpoint`;
      const body = await post(name, url, { AppID: appId, AppSecret: appSecret }, signal);
      const data = isObject(body["data"]) ? body["data"] : {};
      const address = textOf(data["URL"]);
      if (!/^wss?:\/\//.test(address) || !URL.canParse(address)) {
        throw refusal(name, { status: 200, headers: new Headers(), body: "" }, redact);
      }
      return { url: address, config: data["ClientConfig"] };
    },
  };
}

/** Milliseconds to wait after a rate limit that is worth waiting for. */
function limitWait(error: unknown, waits: number): number | undefined {
  if (!hasCode(error, "PLATFORM_RATE_LIMITED")) return undefined;
  const usual = WAITS_MS[waits];
  const asked = retryAfterOf(error);
  const wait = asked === undefined ? usual : asked * 1000;
  return usual === undefined || wait === undefined || wait > MAX_WAIT_MS ? undefined : wait;
}

function isRepeatable(error: unknown): boolean {
  return (
    hasCode(error, "NETWORK_UNREACHABLE") ||
    hasCode(error, "NETWORK_FAILED") ||
    hasCode(error, "NETWORK_BAD_ANSWER") ||
    hasCode(error, "PLATFORM_UNAVAILABLE")
  );
}
