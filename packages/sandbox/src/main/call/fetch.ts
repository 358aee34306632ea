import {
  BotwrightError,
  copyInSteps,
  type FetchResult,
  isBotwrightError,
  NetworkError,
  type OperationArguments,
  permissionDenied,
  type PluginPermissions,
  readBytes,
  type RunInTurn,
} from "@botwright/core";
import { createHostMatcher, type HostMatcher } from "@botwright/guarded-fetch";
import type { BoundWatch } from "../fairness/bound-watch.ts";
import type { CallLimits } from "../../protocol/call-limits.ts";

/**
 * Performs the `fetch` of plugins, and decides which addresses they may reach. It is called like the global `fetch`.
 */
export type SandboxFetch = (url: string, init: SandboxFetchInit) => Promise<Response>;

/** Options that a {@link SandboxFetch} receives in addition to the URL. */
export interface SandboxFetchInit {
  method: string;
  headers: [name: string, value: string][];
  body?: Uint8Array<ArrayBuffer>;
  /**
   * Host patterns that the plugin declares, in the form that URLs have; they apply to every redirect too.
   */
  hosts?: readonly string[];
  /** Largest response body in bytes, after decompression. */
  maxResponseBytes?: number;
  /**
   * Identifies the plugin by an opaque key, for fair sharing among plugins. All versions of one slug that the host
   * has given have the same key.
   */
  group?: string;
  /**
   * The fetch calls it with `true` when it has to wait because too many fetches run, and with `false` when the wait
   * ends. A fetch without such a bound never calls it.
   */
  onWaiting?: (isWaiting: boolean) => void;
  /** Aborted when the call ends or the fetch exceeds its time limit. */
  signal: AbortSignal;
}

/** What one fetch of a plugin needs. */
export interface FetchOptions {
  readonly fetch: SandboxFetch | false;
  /** The hosts that the plugin may reach; `undefined` when it declares no permissions: any. */
  readonly hosts: HostMatcher | undefined;
  readonly limits: Pick<CallLimits, "fetchBytes" | "fetchMs">;
  /** The caller aborts it when the guest aborts the request or its call ends; the time limit aborts it too. */
  readonly aborter: AbortController;
  /** Runs a step in the main thread when the call's account has a turn. */
  readonly inTurn: RunInTurn;
  /** Reports fetches that wait long because too many others run. @default none is reported */
  readonly waits?: BoundWatch;
  /** Called when the server made the host work more than its answer justifies (`FETCH_EXCESSIVE_LOAD`). */
  readonly onExcessiveLoad?: () => void;
}

/** The hosts that a plugin declares, read once; `undefined` when it declares no permissions: any host. */
export function hostMatcherOf(permissions: PluginPermissions | undefined): HostMatcher | undefined {
  return permissions && createHostMatcher(permissions.hosts ?? []);
}

/**
 * Performs one `fetch` of a plugin, whose host the pipeline has permitted; the hosts of its redirects are
 * checked here.
 *
 * @throws {PluginError} `PERMISSION_DENIED`
 * @throws {BotwrightError} `FETCH_BODY_TOO_LARGE`, `FETCH_UNAVAILABLE`
 * @throws {NetworkError} `FETCH_TIMEOUT`, `FETCH_NETWORK`
 * @throws any error with a code of Botwright with which `options.fetch` rejects
 */
export async function performFetch(
  [url, { method, headers }, body]: OperationArguments["fetch"],
  options: FetchOptions,
): Promise<FetchResult> {
  const { hosts, limits } = options;
  if (body !== undefined && body.byteLength > limits.fetchBytes) {
    throw tooLarge("request", limits.fetchBytes);
  }
  const init = {
    method,
    headers,
    ...(body !== undefined && { body: await copyOf(body, options.inTurn) }),
    ...(hosts !== undefined && { hosts: hosts.patterns }),
  };
  return fetchWhole(url, init, options);
}

/** Copies the body, because the fetch may transfer it to another thread while listeners of host calls still use it. */
async function copyOf(body: Uint8Array, inTurn: RunInTurn): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(body.byteLength);
  await copyInSteps([body], copy, inTurn);
  return copy;
}

/** Refuses an answer from another host, and cancels its body: it holds its connection until it is read. */
function assertHost(hosts: HostMatcher, { url, body }: Response): void {
  const { hostname } = new URL(url);
  if (hosts.matches(hostname)) return;
  body?.cancel().catch(() => {});
  throw permissionDenied("fetch", `hosts: ["${hostname}"]`);
}

async function fetchWhole(
  url: string,
  init: Omit<SandboxFetchInit, "signal">,
  { fetch, hosts, limits, aborter, inTurn, waits, onExcessiveLoad }: FetchOptions,
): Promise<FetchResult> {
  if (fetch === false) {
    throw new BotwrightError("fetch is not available: the host gives plugins no network", {
      code: "FETCH_UNAVAILABLE",
    });
  }
  // One controller and one timer: a signal composed by `AbortSignal.any` may be garbage-collected early.
  const { signal } = aborter;
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    aborter.abort();
  }, limits.fetchMs);
  let endWait: (() => void) | undefined;
  const onWaiting = (isWaiting: boolean): void => {
    endWait?.();
    endWait = isWaiting ? waits?.begin("fetches") : undefined;
  };
  try {
    // The plugin may have aborted the request before its turn came.
    signal.throwIfAborted();
    const response = await fetch(url, {
      ...init,
      maxResponseBytes: limits.fetchBytes,
      onWaiting,
      signal,
    });
    // A custom `fetch` of the host may have followed redirects without checking the hosts.
    if (hosts !== undefined && response.url !== "") assertHost(hosts, response);
    return {
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      redirected: response.redirected,
      headers: [...response.headers],
      body: await readBytes(response.body, {
        maxBytes: limits.fetchBytes,
        tooLarge: () => tooLarge("response", limits.fetchBytes),
        inTurn,
      }),
    };
  } catch (cause) {
    if (isTimedOut) {
      const message = `fetch took longer than ${limits.fetchMs} ms`;
      throw new NetworkError(message, { code: "FETCH_TIMEOUT", cause });
    }
    if (isBotwrightError(cause)) {
      if (cause.code === "FETCH_EXCESSIVE_LOAD") onExcessiveLoad?.();
      throw cause;
    }
    throw new NetworkError(`fetch failed: ${reasonOf(cause)}`, { code: "FETCH_NETWORK", cause });
  } finally {
    clearTimeout(timer);
    endWait?.();
  }
}

function tooLarge(what: string, limit: number): BotwrightError {
  return new BotwrightError(`the ${what} has more than ${limit} bytes`, {
    code: "FETCH_BODY_TOO_LARGE",
  });
}

/** Node reports the reason of a failed fetch in the error's cause. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
}
