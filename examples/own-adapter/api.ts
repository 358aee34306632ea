import {
  type ResolvedAdapterOptions,
  checkUploadSize,
  codeForPage,
  codeForStatus,
  createHttpClient,
  type HttpAnswer,
  type HttpCall,
  invalidMediaReference,
  isObject,
  networkError,
  numberOf,
  objectOf,
  platformError,
  retry,
  retryAfterOf,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";

/** Calls of Pigeon's API. All reject with a `PlatformError` or `NetworkError` without secrets. */
export interface PigeonApi {
  /** The answer to a call; one that has a body is a POST. */
  call(path: string, how?: Partial<HttpCall>): Promise<WireObject>;
  /** Resolves to the file's id. */
  upload(bytes: Uint8Array, name: string): Promise<string>;
  download(id: string, maxBytes: number): Promise<Uint8Array>;
}

/** The platform's name in errors and logs. */
export const SERVICE = "Pigeon";
/** The largest file, in bytes. */
export const MAX_FILE: number = 4 * 1024 * 1024;
const MAX_REPEATS = 3;
const MAX_WAIT_S = 30;

/** Creates the {@link PigeonApi} of one bot. */
export function createApi(options: ResolvedAdapterOptions & { readonly token: string }): PigeonApi {
  const { token, apiBase, requestTimeoutMs: timeoutMs, clock } = options;
  const http = createHttpClient({ service: SERVICE, secrets: [token], timeoutMs });
  const { redact } = http;

  function requestOf(path: string, how: Partial<HttpCall> = {}): HttpCall {
    const method = how.json === undefined && how.body === undefined ? "GET" : "POST";
    const [name = path] = path.split("?");
    const headers = { authorization: `Bearer ${token}` };
    return { url: apiBase + path, name, method, headers, ...how };
  }

  /** @throws {PlatformError} for a refusal */
  function check({ name: call }: HttpCall, { status, headers, body }: HttpAnswer<unknown>): void {
    if (status < 400) return;
    const description = textOf(objectOf(body)["error"]) || `HTTP ${status}`;
    const retryAfter = numberOf(headers.get("retry-after"));
    const details = { description, ...(retryAfter > 0 && { retryAfter }) };
    throw platformError({
      service: SERVICE,
      call,
      // What is no JSON is not the platform's.
      code: isObject(body) ? codeForStatus(status) : codeForPage(status),
      redact,
      ...details,
    });
  }

  async function attempt(request: HttpCall): Promise<WireObject> {
    const answer = await http.json(request);
    check(request, answer);
    if (isObject(answer.body)) return answer.body;
    const { name: call, nonIdempotent: deliveryUnknown = false } = request;
    throw networkError({ service: SERVICE, call, code: "NETWORK_BAD_ANSWER", deliveryUnknown });
  }

  const call: PigeonApi["call"] = (path, how) =>
    retry(() => attempt(requestOf(path, how)), { waitMs, signal: how?.signal, clock });

  return {
    call,
    async upload(bytes, name) {
      checkUploadSize({ service: SERVICE, call: "/v1/files", redact, bytes, max: MAX_FILE });
      const path = `/v1/files?name=${encodeURIComponent(name)}`;
      return textOf((await call(path, { body: bytes }))["id"]);
    },
    async download(id, maxBytes) {
      // What stands in a path must not lead out of it, wherever it has come from.
      if (!/^[\w-]{1,64}$/.test(id)) throw invalidMediaReference(SERVICE);
      const request = requestOf(`/v1/files/${id}`);
      const answer = await http.bytes(request, Math.min(MAX_FILE, maxBytes));
      check(request, answer);
      return answer.body;
    },
  };
}

/** What came too early had no effect: it is made again when the platform says, if that is soon. */
function waitMs(error: unknown, failures: number): number | undefined {
  const seconds = retryAfterOf(error) ?? Infinity;
  return failures < MAX_REPEATS && seconds <= MAX_WAIT_S ? seconds * 1000 : undefined;
}
