import {
  type AnswerHeaders,
  createHttpClient,
  createTokenCache,
  fieldsOf,
  type FreshToken,
  hasCode,
  type HttpAnswer,
  type HttpCall,
  type HttpForm,
  mediaTooLarge,
  numberOf,
  parseJson,
  type Redact,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";
import { badAnswer, errorIn, hasErrcode, mayHaveArrived, refusal, SERVICE } from "./api/errors.ts";
import { createRetryPolicy } from "./api/retry.ts";
import type { Answer, Calls } from "./wire/api.ts";

/** Options of {@link createApi}. */
export interface ApiOptions {
  corpId: string;
  secret: string;
  /** Without a slash at the end. */
  apiBase: string;
  /** The texts to redact in errors. */
  secrets: readonly string[];
  requestTimeoutMs: number;
  clock: Clock;
  /** Called when the platform refuses the secret. */
  onRefused: (error: unknown) => void;
}

/** One call of {@link Calls}; with a body it is a POST, otherwise a GET. */
interface ApiCall<Path extends keyof Calls> {
  /** The path below `/cgi-bin/`; also the name of the call in errors. */
  path: Path;
  query?: Calls[Path]["query"];
  json?: Calls[Path]["body"];
  /** The body for a repeat after a call that may have arrived. @default `json` */
  repeatedJson?: Calls[Path]["body"];
  form?: HttpForm;
  /** A second call would have a second effect: a lost answer is reported as "delivery unknown". @default false */
  nonIdempotent?: boolean;
  /** Whether a lost call is repeated. @default `!nonIdempotent` */
  isRepeatable?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** The fields of an answer, with unchecked values. */
type AnswerOf<Path extends keyof Calls> = Unchecked<Calls[Path]["answer"]>;

/** Calls of the API, with the access token. They reject with typed errors that hold no secret. */
export interface Api {
  readonly redact: Redact;
  /**
   * Makes a call; resolves to the answer if it is a success.
   * @throws {PlatformError} `PLATFORM_*`, `MEDIA_TOO_LARGE`
   * @throws {NetworkError} `NETWORK_*`
   */
  call<Path extends keyof Calls>(call: ApiCall<Path>): Promise<AnswerOf<Path>>;
  /** Downloads a media file of at most `maxBytes`; resolves to its bytes and the answer's headers. */
  download(
    mediaId: string,
    maxBytes: number,
  ): Promise<{ bytes: Uint8Array; headers: AnswerHeaders }>;
}

/** How many milliseconds before its expiry an access token is replaced. */
const EARLY_MS = 60_000;
/** The `errcode`s after which the call may succeed with a new access token. */
const TOKEN_ENDED = [40001, 40014, 42001];
const DOWNLOAD_TIMEOUT_MS = 120_000;
/** The largest part of a file that WeCom serves at a time, in bytes. */
const MAX_PART = 20 * 1024 * 1024;
/** The adapter's own limit for a download, in bytes; WeCom documents none. */
const MAX_DOWNLOAD = 100 * 1024 * 1024;
/** The most parts of a download: several times as many as are needed. */
const MAX_PARTS = 20;

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
    const token = textOf(answer.access_token);
    if (token === "") throw refusal(path, 40014, "no access_token in the answer", redact);
    return { token, lifeMs: numberOf(answer.expires_in) * 1000 };
  }

  function request<Path extends keyof Calls>(
    call: ApiCall<Path>,
    token?: string,
  ): Promise<AnswerOf<Path>> {
    return policy.unlessBlocked(call.path, async () => {
      const answer = await http.json(httpCall(call, token));
      const error = errorIn(call.path, answer, call.nonIdempotent ?? false, redact);
      if (error !== undefined) throw error;
      return fieldsOf<Calls[Path]["answer"]>(answer.body);
    });
  }

  function httpCall<Path extends keyof Calls>(call: ApiCall<Path>, token?: string): HttpCall {
    const { path, query, json, form, nonIdempotent, timeoutMs, signal } = call;
    const parameters = { ...(token !== undefined && { access_token: token }), ...query };
    return {
      url: `${apiBase}/cgi-bin/${path}?${new URLSearchParams(parameters).toString()}`,
      name: path,
      method: json === undefined && form === undefined ? "GET" : "POST",
      ...(json !== undefined && { json }),
      ...(form !== undefined && { body: form }),
      ...(nonIdempotent !== undefined && { nonIdempotent }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      signal,
    };
  }

  function makeCall<Path extends keyof Calls>(call: ApiCall<Path>): Promise<AnswerOf<Path>> {
    const { nonIdempotent = false, isRepeatable = !nonIdempotent, signal } = call;
    let { json } = call;
    /** Whether the call itself may have had its effect: what was lost may be that for its token. */
    let mayBeDone = false;
    const attempt = async (token: string): Promise<AnswerOf<Path>> => {
      try {
        return await request({ ...call, ...(json !== undefined && { json }) }, token);
      } catch (error) {
        mayBeDone ||= mayHaveArrived(error);
        if (mayBeDone) json = call.repeatedJson ?? json;
        throw error;
      }
    };
    return policy.whileBusy(() => tokens.use(attempt, isTokenEnded), {
      isRepeatable: () => isRepeatable || !mayBeDone,
      signal,
    });
  }

  /** Downloads one part of a media file. An answer of JSON with an `errcode` is an error and not a file. */
  function fetchPart(
    mediaId: string,
    maxBytes: number,
    range?: string,
  ): Promise<HttpAnswer<Uint8Array>> {
    const path = "media/get";
    const attempt = async (token: string): Promise<HttpAnswer<Uint8Array>> => {
      const query = { media_id: mediaId };
      const answer = await http.bytes(
        {
          ...httpCall({ path, query, timeoutMs: DOWNLOAD_TIMEOUT_MS }, token),
          ...(range !== undefined && { headers: { range } }),
        },
        maxBytes,
      );
      const json = readJson(answer);
      const isFile = answer.status < 300 && fieldsOf<Answer>(json).errcode === undefined;
      const error = isFile ? undefined : errorIn(path, { ...answer, body: json }, false, redact);
      if (error !== undefined) throw error;
      return answer;
    };
    return policy.whileBusy(
      () => tokens.use((token) => policy.unlessBlocked(path, () => attempt(token)), isTokenEnded),
      { isRepeatable: () => true },
    );
  }

  /** Downloads a large media file part by part into one buffer, so that its bytes are in memory once. */
  async function fetchParts(
    mediaId: string,
    maxBytes: number,
  ): Promise<{ bytes: Uint8Array; headers: AnswerHeaders }> {
    let whole = new Uint8Array();
    let start = 0;
    for (let count = 0; count < MAX_PARTS; count++) {
      const part = await fetchPart(mediaId, MAX_PART, `bytes=${start}-${start + MAX_PART - 1}`);
      // A server may send less than the requested range.
      const end = start + part.body.length;
      const [, size] = /\/(\d+)$/.exec(part.headers.get("content-range") ?? "") ?? [];
      const total = Number(size ?? end);
      if (total > maxBytes) throw mediaTooLarge(SERVICE, "media/get", maxBytes);
      if (start === 0) whole = new Uint8Array(total);
      whole.set(part.body.subarray(0, Math.max(0, whole.length - start)), start);
      if (end >= whole.length) return { bytes: whole, headers: part.headers };
      start = end;
    }
    throw badAnswer("media/get", false);
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

/** The JSON of an answer with the content type JSON or text, because WeCom sends errors as either. */
function readJson({ headers, body }: HttpAnswer<Uint8Array>): unknown {
  if (!/^(?:application\/json|text\/plain)/i.test(headers.get("content-type") ?? ""))
    return undefined;
  return parseJson(Buffer.from(body).toString("utf8"));
}
