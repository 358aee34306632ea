import { AsyncLocalStorage } from "node:async_hooks";
import {
  assertValid,
  BotwrightError,
  type FetchResult,
  operationResultValidators,
  type PluginCall,
} from "@botwright/core";
import {
  type CallLimits,
  type FetchOptions,
  performFetch,
  type SandboxFetch,
} from "@botwright/sandbox";

type GlobalFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The `fetch` of a plugin in this process. */
export interface HostFetch {
  /** The functions that the plugin calls in place of Node's own. */
  readonly fetch: GlobalFetch;
  /** Runs a handler whose fetches are host calls of this call. */
  run<Result>(call: PluginCall, handler: () => Promise<Result>): Promise<Result>;
}

/** Options of a {@link HostFetch}. */
export interface HostFetchOptions {
  /** Performs the permitted requests. */
  readonly fetch: SandboxFetch;
  readonly limits: CallLimits;
  /** A function, because the permissions are known only after the file is loaded. */
  readonly hosts: () => FetchOptions["hosts"];
}

/**
 * Creates the `fetch` of a plugin in this process. As in the sandbox it is a host call: validated, permitted,
 * counted, recorded and performed by the same rules.
 */
export function createHostFetch({ fetch, limits, hosts }: HostFetchOptions): HostFetch {
  /** The call to which the running code belongs, across its awaits and its timers. */
  const current = new AsyncLocalStorage<PluginCall>();

  async function ask(
    { hostCalls, signal }: PluginCall,
    request: Request,
    ended: AbortSignal | undefined,
  ): Promise<Response> {
    if (hostCalls === undefined) throw notRunning();
    const { method, url, headers } = request;
    // Await only if there is a body, so that a fetch gets its number before the plugin's later host calls.
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    ended?.throwIfAborted();
    const aborter = new AbortController();
    const taken = Promise.withResolvers<never>();
    const abort = (): void => {
      aborter.abort();
      if (ended?.aborted === true) taken.reject(ended.reason);
    };
    for (const each of [ended, signal]) each?.addEventListener("abort", abort);
    try {
      const asked = hostCalls.runWith(
        "fetch",
        body === undefined
          ? [url, { method, headers: [...headers] }]
          : [url, { method, headers: [...headers] }, body],
        (args) =>
          performFetch(args, {
            fetch,
            hosts: hosts(),
            limits,
            aborter,
            inTurn: (step) => step(),
          }),
      );
      const result = await Promise.race([asked, taken.promise]);
      return toResponse(assertValid("fetch", operationResultValidators.fetch(result)));
    } finally {
      for (const each of [ended, signal]) each?.removeEventListener("abort", abort);
    }
  }

  return {
    async fetch(input, init) {
      const call = current.getStore();
      if (call === undefined) throw notRunning();
      const request = new Request(input, init);
      // The plugin's own signal: that of a request follows it only as long as something refers to the request.
      const ended = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      ended?.throwIfAborted();
      return ask(call, request, ended);
    },
    run: (call, handler) => current.run(call, handler),
  };
}

function toResponse({ status, statusText, url, redirected, headers, body }: FetchResult): Response {
  // Some statuses allow no body, not even an empty one.
  const content = body.length === 0 ? null : new Uint8Array(body);
  const response = new Response(content, { status, statusText, headers });
  Object.defineProperty(response, "url", { value: url });
  Object.defineProperty(response, "redirected", { value: redirected });
  return response;
}

function notRunning(): BotwrightError {
  const message = "fetch works only inside of a handler";
  return new BotwrightError(message, { code: "PLUGIN_NOT_RUNNING" });
}
