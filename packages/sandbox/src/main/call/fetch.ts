import {
  BotwrightError,
  type HostCallInterceptor,
  isBotwrightError,
  NetworkError,
  permissionDenied,
  type PluginPermissions,
} from "@botwright/core";
import { matchesHost } from "@botwright/guarded-fetch";

import { isHeaderList } from "../../protocol/fetch-protocol.ts";
import type { CallLimits } from "../limits.ts";
import { invalidArgument, type PreparedHostCall } from "./prepared-call.ts";

/** What a plugin's `fetch` is done with; the Web's `fetch` fits. Whom it may reach is its affair. */
export type SandboxFetch = (url: string, init: SandboxFetchInit) => Promise<Response>;

/** What a {@link SandboxFetch} is given beside the address. */
export interface SandboxFetchInit {
  method: string;
  headers: [name: string, value: string][];
  body?: Uint8Array<ArrayBuffer>;
  /** Host patterns that the plugin declares: they hold for every redirect too. */
  hosts?: readonly string[];
  /** Bytes that the response's body may have, after decompression. */
  maxResponseBytes?: number;
  /** Which plugin asks, as an opaque key: for fairness among plugins. */
  group?: string;
  /** Aborted when the call ends or the fetch takes too long. */
  signal: AbortSignal;
}

/** A response with its whole body: what a journal records of a fetch. */
export interface FetchResult {
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** What one fetch of a plugin needs. */
export interface FetchOptions {
  readonly fetch: SandboxFetch | false;
  readonly intercept: HostCallInterceptor | undefined;
  readonly limits: Pick<CallLimits, "fetchBytes" | "fetchMs">;
  /** Makes the signal of one fetch: aborted when the guest takes it back, or its call ends. */
  readonly signal: () => AbortSignal;
}

/** Validates a fetch of the guest. @throws {BotwrightError} as `prepareHostCall` */
export function prepareFetch(
  args: unknown[],
  permissions: PluginPermissions | undefined,
  options: FetchOptions,
): PreparedHostCall {
  const { url, init } = readFetchArguments(args, options.limits.fetchBytes);
  const hosts = permissions === undefined ? undefined : (permissions.hosts ?? []);
  if (hosts !== undefined) requireHost(hosts, url);
  return async (onSettled) => {
    const { intercept } = options;
    const narrowed = hosts === undefined ? init : { ...init, hosts };
    const execute = (): Promise<FetchResult> => fetchWhole(url, narrowed, options);
    const result: unknown =
      intercept === undefined
        ? await execute()
        : await intercept("fetch", args, execute, onSettled);
    if (!isFetchResult(result)) throw invalidArgument("the recorded response", "a response");
    const { body, ...head } = result;
    return () => ({ json: JSON.stringify(head), bytes: new Uint8Array(body) });
  };
}

function requireHost(hosts: readonly string[], url: string): void {
  const { hostname } = new URL(url);
  if (!matchesHost(hosts, hostname)) throw permissionDenied("fetch", `hosts: ["${hostname}"]`);
}

async function fetchWhole(
  url: string,
  init: Omit<SandboxFetchInit, "signal">,
  { fetch, limits, signal }: FetchOptions,
): Promise<FetchResult> {
  if (fetch === false) {
    throw new BotwrightError("fetch is not available: the host gives plugins no network", {
      code: "FETCH_UNAVAILABLE",
    });
  }
  // One controller and one timer: composed signals live by the collector's mercy.
  const aborter = new AbortController();
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    aborter.abort();
  }, limits.fetchMs);
  const outer = signal();
  const abort = (): void => aborter.abort(outer.reason);
  outer.addEventListener("abort", abort);
  try {
    // The plugin may have taken it back before its turn came.
    outer.throwIfAborted();
    const response = await fetch(url, {
      ...init,
      maxResponseBytes: limits.fetchBytes,
      signal: aborter.signal,
    });
    // A fetch of the host's own may have followed redirects without looking at the hosts.
    if (init.hosts !== undefined && response.url !== "") requireHost(init.hosts, response.url);
    return {
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      redirected: response.redirected,
      headers: [...response.headers],
      body: await readBody(response, limits.fetchBytes),
    };
  } catch (cause) {
    if (isTimedOut) {
      const message = `fetch took longer than ${limits.fetchMs} ms`;
      throw new NetworkError(message, { code: "FETCH_TIMEOUT", cause });
    }
    if (isBotwrightError(cause)) throw cause;
    throw new NetworkError(`fetch failed: ${reasonOf(cause)}`, { code: "FETCH_NETWORK", cause });
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", abort);
  }
}

/** Reads a body as far as the limit allows. */
async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) throw tooLarge("response", limit);
  }
  return Buffer.concat(chunks);
}

function readFetchArguments(
  [url, head, body]: unknown[],
  limit: number,
): { url: string; init: Omit<SandboxFetchInit, "signal"> } {
  if (typeof url !== "string" || !URL.canParse(url))
    throw invalidArgument("fetch[0]", "a full URL");
  if (!isRequestHead(head)) throw invalidArgument("fetch[1]", "{ method, headers }");
  const { method, headers } = head;
  if (body === undefined) return { url, init: { method, headers } };
  if (!(body instanceof Uint8Array)) throw invalidArgument("fetch[1].body", "text or bytes");
  if (body.byteLength > limit) throw tooLarge("request", limit);
  return { url, init: { method, headers, body: new Uint8Array(body) } };
}

function isRequestHead(value: unknown): value is Pick<SandboxFetchInit, "method" | "headers"> {
  if (typeof value !== "object" || value === null) return false;
  return (
    "method" in value &&
    typeof value.method === "string" &&
    "headers" in value &&
    isHeaderList(value.headers)
  );
}

function isFetchResult(value: unknown): value is FetchResult {
  if (typeof value !== "object" || value === null) return false;
  return (
    "status" in value &&
    typeof value.status === "number" &&
    "headers" in value &&
    isHeaderList(value.headers) &&
    "body" in value &&
    value.body instanceof Uint8Array
  );
}

function tooLarge(what: string, limit: number): BotwrightError {
  return new BotwrightError(`the ${what} has more than ${limit} bytes`, {
    code: "FETCH_BODY_TOO_LARGE",
  });
}

/** Node hides the reason of a failed fetch in the cause. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
}
