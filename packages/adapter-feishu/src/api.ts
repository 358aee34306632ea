import {
  createHttpClient,
  createLostCallPolicy,
  createTokenCache,
  fieldsOf,
  type FreshToken,
  hasCode,
  type HttpCall,
  type HttpForm,
  isObject,
  isSafeSocketAddress,
  type Known,
  numberOf,
  parseJson,
  type Redact,
  retry,
  retryAfterOf,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";
import { badAnswer, isTokenExpired, refusal, SERVICE } from "./api/errors.ts";
import {
  type Answer,
  type CallData,
  type Calls,
  isAnswer,
  type TokenAnswer,
  type TokenRequest,
} from "./wire/api.ts";
import type { Endpoint, EndpointAnswer, EndpointRequest } from "./wire/connection.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  appId: string;
  appSecret: string;
  /** Without a slash at the end. */
  apiBase: string;
  secrets: readonly string[];
  requestTimeoutMs: number;
  clock: Clock;
  /** Called when the platform refuses the app's secret. */
  onRefused: (error: unknown) => void;
}

/** One call of {@link Calls}. */
interface ApiCall<Name extends keyof Calls> {
  /** The name of the call, also in errors. */
  name: Name;
  /** @default "POST" */
  method?: HttpCall["method"];
  /** The path below `/open-apis`, with its query. */
  path: string;
  json?: Calls[Name]["body"];
  form?: HttpForm;
  /** Whether to repeat the call after a rate limit or a temporary failure. @default true */
  retry?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Calls of the Open Platform. They reject with typed errors that hold no secret. */
export interface Api {
  readonly redact: Redact;
  /**
   * Makes a call; resolves to the `data` of its answer, or to the whole answer if it has no `data`.
   * @throws {PlatformError} `PLATFORM_*`
   * @throws {NetworkError} `NETWORK_*`
   */
  call<Name extends keyof Calls>(call: ApiCall<Name>): Promise<CallData<Name>>;
  /** Downloads a file by a path below `/open-apis`. */
  file(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Fetches an access token unless one is cached, which checks the credentials. */
  authorize(): Promise<void>;
  /** Gets the address of the next long connection. `URL` is a WebSocket address. */
  endpoint(signal: AbortSignal): Promise<Known<Endpoint, "URL">>;
}

/** The pauses before the retries of one call after a rate limit, in milliseconds. */
const WAITS_MS = [1000, 2000, 4000];
/** If the platform asks for a longer wait than this, in milliseconds, the call fails instead. */
const MAX_WAIT_MS = 60_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { appId, appSecret, apiBase, requestTimeoutMs, clock, onRefused } = options;
  const tokens = createTokenCache({ fetch: fetchToken, isRefusal, onRefused, clock });
  const secrets = (): string[] => [...options.secrets, ...tokens.secrets()];
  const http = createHttpClient({ service: SERVICE, secrets, timeoutMs: requestTimeoutMs });
  const { redact } = http;
  const base = `${apiBase}/open-apis`;

  /** Posts without an access token; resolves to the whole answer. */
  async function post<T extends Answer>(
    name: string,
    url: string,
    json: object,
    more: Pick<HttpCall, "headers" | "signal"> = {},
  ): Promise<Unchecked<T>> {
    const answer = await http.json({ url, name, json, ...more });
    const { body } = answer;
    if (isAnswer(body) && body.code === 0) return fieldsOf<T>(body);
    throw refusal(name, answer, redact);
  }

  async function fetchToken(): Promise<FreshToken> {
    const name = "tenant_access_token";
    const url = `${base}/auth/v3/tenant_access_token/internal`;
    const json: TokenRequest = { app_id: appId, app_secret: appSecret };
    const answer = await post<TokenAnswer>(name, url, json);
    const token = textOf(answer.tenant_access_token);
    if (token === "") throw badAnswer(name);
    return { token, lifeMs: numberOf(answer.expire) * 1000 };
  }

  async function attempt<Name extends keyof Calls>(
    call: ApiCall<Name>,
    token: string,
  ): Promise<CallData<Name>> {
    const { name, method = "POST", path, json, form, timeoutMs, signal } = call;
    const nonIdempotent = method === "POST";
    const answer = await http.json({
      url: base + path,
      name,
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(json !== undefined && { json }),
      ...(form !== undefined && { body: form }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      signal,
      nonIdempotent,
    });
    const { body } = answer;
    if (!isAnswer(body) || body.code !== 0) throw refusal(name, answer, redact, nonIdempotent);
    return fieldsOf<Answer & Calls[Name]["data"]>(isObject(body.data) ? body.data : body);
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
    // A refusal may come with status 200. A JSON file of a user is told apart by these fields.
    const isRefused = isAnswer(said) && said.code !== 0 && typeof said.msg === "string";
    if (answer.status === 200 && !isRefused) return answer.body;
    throw refusal(name, { ...answer, body: said }, redact);
  }

  function withRetry<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return retry(run, { waitMs: createRetryPolicy(clock), signal, clock });
  }

  return {
    redact,
    call(call) {
      const run = () => tokens.use((token) => attempt(call, token), isTokenExpired);
      return call.retry === false ? run() : withRetry(run, call.signal);
    },
    file: (path, maxBytes) =>
      withRetry(() => tokens.use((token) => download(path, maxBytes, token), isTokenExpired)),
    authorize: () => withRetry(async () => void (await tokens.get())),
    async endpoint(signal) {
      const name = "ws/endpoint";
      const url = `${apiBase}/callback/ws/endpoint`;
      const headers = { locale: "zh" };
      const json: EndpointRequest = { AppID: appId, AppSecret: appSecret };
      const { data } = await post<EndpointAnswer>(name, url, json, { headers, signal });
      const endpoint = fieldsOf<Endpoint>(data);
      const address = textOf(endpoint.URL);
      if (!isSafeSocketAddress(address, apiBase)) throw badAnswer(name);
      return { ...endpoint, URL: address };
    },
  };
}

/**
 * Makes the retry policy of one call: after rate limits, and after the call was lost. A send carries a `uuid`, so a
 * repeated one still arrives once.
 */
export function createRetryPolicy(clock: Clock): (error: unknown) => number | undefined {
  const waits = WAITS_MS.values();
  const lost = createLostCallPolicy(clock);
  return (error) => {
    if (!hasCode(error, "PLATFORM_RATE_LIMITED")) return lost(error);
    const asked = retryAfterOf(error) ?? 0;
    if (asked * 1000 > MAX_WAIT_MS) return undefined;
    const usual = waits.next().value;
    return usual !== undefined && asked > 0 ? asked * 1000 : usual;
  };
}

function isRefusal(error: unknown): boolean {
  return hasCode(error, "PLATFORM_UNAUTHORIZED");
}
