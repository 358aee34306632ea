import {
  createHttpClient,
  createTokenCache,
  type FreshToken,
  hasCode,
  type HttpAnswer,
  type HttpCall,
  isObject,
  mediaTooLarge,
  numberOf,
  parseJson,
  type Redact,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";
import { errorIn, hasErrcode, refusal, SERVICE } from "./api-errors.ts";
import { createRetryPolicy } from "./api-retry.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  corpId: string;
  secret: string;
  /** Without a slash at the end. */
  apiBase: string;
  /** What must never show up in an error. */
  secrets: readonly string[];
  requestTimeoutMs: number;
  clock: Clock;
  /** The platform refuses the secret. */
  onRefused: (error: unknown) => void;
}

/** One call below `/cgi-bin/`; with a body it is a POST, else a GET. */
interface ApiCall {
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: object;
  body?: { readonly body: Uint8Array<ArrayBuffer>; readonly contentType: string };
  /** Must not be made twice: a lost answer is reported as "delivery unknown". @default false */
  nonIdempotent?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Calls of the API, with the access token. Rejections are typed and hold no secret. */
export interface Api {
  readonly redact: Redact;
  /**
   * The answer of a successful call.
   * @throws {PlatformError} `PLATFORM_*`, `MEDIA_TOO_LARGE`
   * @throws {NetworkError} `NETWORK_*`
   */
  call(call: ApiCall): Promise<WireObject>;
  /** The bytes of a medium, up to so many, and the headers that came with them. */
  download(mediaId: string, maxBytes: number): Promise<{ bytes: Uint8Array; headers: Headers }>;
}

/** A token is not used in its last minute. */
const EARLY_MS = 60_000;
/** With a new token the same call may succeed. */
const TOKEN_ENDED = [40001, 40014, 42001];
const DOWNLOAD_TIMEOUT_MS = 120_000;
/** One part of a download. */
const MAX_PART = 20 * 1024 * 1024;
/** Our own limit for a medium; WeCom names none. */
const MAX_DOWNLOAD = 100 * 1024 * 1024;

/** Makes an {@link Api}. */
export function createApi(options: ApiOptions): Api {
  const { corpId, secret, apiBase, requestTimeoutMs, clock, onRefused } = options;
  const tokens = createTokenCache({
    fetch: fetchToken,
    earlyMs: EARLY_MS,
    isRefusal: (error) => hasCode(error, "PLATFORM_UNAUTHORIZED"),
    onRefused,
    clock,
  });
  const secrets = (): string[] => [...options.secrets, ...tokens.secrets()];
  const http = createHttpClient({ service: SERVICE, secrets, timeoutMs: requestTimeoutMs });
  const { redact } = http;
  const policy = createRetryPolicy(clock, redact);

  async function fetchToken(): Promise<FreshToken> {
    const path = "gettoken";
    const query = { corpid: corpId, corpsecret: secret };
    const answer = await request({ path, query });
    const token = textOf(answer["access_token"]);
    if (token === "") throw refusal(path, 40014, "no access_token in the answer", redact);
    return { token, lifeMs: numberOf(answer["expires_in"]) * 1000 };
  }

  function request(call: ApiCall): Promise<WireObject> {
    return policy.unlessBlocked(call.path, async () => {
      const answer = await http.json(httpCall(call));
      const error = errorIn(call.path, answer, call.nonIdempotent ?? false, redact);
      if (error !== undefined) throw error;
      return isObject(answer.body) ? answer.body : {};
    });
  }

  function httpCall({
    path,
    query = {},
    json,
    body,
    nonIdempotent,
    timeoutMs,
    signal,
  }: ApiCall): HttpCall {
    return {
      url: `${apiBase}/cgi-bin/${path}?${new URLSearchParams(query).toString()}`,
      name: path,
      method: json === undefined && body === undefined ? "GET" : "POST",
      ...(json !== undefined && { json }),
      ...(body !== undefined && {
        body: body.body,
        headers: { "content-type": body.contentType },
      }),
      ...(nonIdempotent !== undefined && { nonIdempotent }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      signal,
    };
  }

  function makeCall(given: ApiCall): Promise<WireObject> {
    return policy.whileBusy(
      () =>
        tokens.use(
          (token) => request({ ...given, query: { access_token: token, ...given.query } }),
          isTokenEnded,
        ),
      given.signal,
    );
  }

  /** One part of a medium. An error is JSON with an errcode, which a JSON file does not have. */
  function fetchPart(
    mediaId: string,
    maxBytes: number,
    range?: string,
  ): Promise<HttpAnswer<Uint8Array>> {
    const path = "media/get";
    const attempt = async (token: string): Promise<HttpAnswer<Uint8Array>> => {
      const query = { access_token: token, media_id: mediaId };
      const answer = await http.bytes(
        {
          ...httpCall({ path, query, timeoutMs: DOWNLOAD_TIMEOUT_MS }),
          ...(range !== undefined && { headers: { range } }),
        },
        maxBytes,
      );
      const json = readJson(answer);
      const isFile = answer.status < 300 && !(isObject(json) && "errcode" in json);
      const error = isFile ? undefined : errorIn(path, { ...answer, body: json }, false, redact);
      if (error !== undefined) throw error;
      return answer;
    };
    return policy.whileBusy(() =>
      tokens.use((token) => policy.unlessBlocked(path, () => attempt(token)), isTokenEnded),
    );
  }

  /** The parts are put where they are to be, so that the bytes exist once. */
  async function fetchParts(
    mediaId: string,
    maxBytes: number,
  ): Promise<{ bytes: Uint8Array; headers: Headers }> {
    let whole = new Uint8Array();
    for (let start = 0; ; start += MAX_PART) {
      const part = await fetchPart(mediaId, MAX_PART, `bytes=${start}-${start + MAX_PART - 1}`);
      const [, size] = /\/(\d+)$/.exec(part.headers.get("content-range") ?? "") ?? [];
      const total = Number(size ?? start + part.body.length);
      if (total > maxBytes) throw mediaTooLarge(SERVICE, "media/get", maxBytes);
      if (start === 0) whole = new Uint8Array(total);
      whole.set(part.body.subarray(0, Math.max(0, whole.length - start)), start);
      if (start + MAX_PART >= whole.length) return { bytes: whole, headers: part.headers };
    }
  }

  return {
    redact,
    call: makeCall,
    async download(mediaId, given) {
      const maxBytes = Math.min(MAX_DOWNLOAD, given);
      try {
        const { body, headers } = await fetchPart(mediaId, maxBytes);
        return { bytes: body, headers };
      } catch (error) {
        if (!hasErrcode(error, 830002)) throw error;
        return fetchParts(mediaId, maxBytes);
      }
    },
  };
}

function isTokenEnded(error: unknown): boolean {
  return hasErrcode(error, ...TOKEN_ENDED);
}

/** The JSON of an answer that says it is text; files come with other types. */
function readJson({ headers, body }: HttpAnswer<Uint8Array>): unknown {
  if (!/^(?:application\/json|text\/plain)/i.test(headers.get("content-type") ?? ""))
    return undefined;
  return parseJson(Buffer.from(body).toString("utf8"));
}
