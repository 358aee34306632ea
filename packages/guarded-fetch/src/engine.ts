import { connect as netConnect } from "node:net";
import { onAbort } from "./abort.ts";
import { createAgents } from "./agents.ts";
import { type Network, resolveBySystem } from "./connect.ts";
import { closedError, networkError, timeoutError } from "./errors.ts";
import { type Exchange, openExchange } from "./exchange.ts";
import type { GuardedFetchInit } from "./options.ts";
import type { Settings } from "./options.ts";
import { checkAddress, parseAddress } from "./policy.ts";
import { sendAndFollow } from "./redirect.ts";
import { readRequestBody } from "./request-body.ts";
import { toRequestHeaders } from "./request-headers.ts";
import { toResponse } from "./response.ts";

/** What does the fetching; loaded when it is needed. */
export interface Engine {
  fetch(input: string | URL | Request, init: GuardedFetchInit): Promise<Response>;
  close(): Promise<void>;
}

/** What tests put in place of the Internet: connections, and the certificates to trust. */
export interface Seam {
  readonly connect?: Network["connect"];
  readonly ca?: string;
}

export function createEngine(settings: Settings, { connect = netConnect, ca }: Seam): Engine {
  const { allowedOrigins, maxRedirects, maxRequestBytes, maxResponseBytes, timeoutMs } = settings;
  const agents = createAgents({
    allowedOrigins,
    ca,
    connect,
    lookup: settings.lookup ?? resolveBySystem,
  });
  const exchanges = new Set<Exchange>();

  return {
    async fetch(input, init) {
      const isRequest = input instanceof Request;
      const url = parseAddress(isRequest ? input.url : String(input));
      const hosts = [settings.hosts, init.hosts].filter((patterns) => patterns !== undefined);
      const policy = { allowedOrigins, hosts };
      // Before Node looks at it: its own error would repeat the address with the password.
      checkAddress(url, policy);
      const request = new Request(input, init);
      const headers = toRequestHeaders(request.headers, settings.userAgent);
      const exchange = openExchange({
        timeoutMs,
        caller: init.signal === undefined && isRequest ? input.signal : init.signal,
        toTimeout: () => timeoutError(url.hostname, timeoutMs),
        toError: (thrown) => networkError(thrown, url.hostname),
        onEnd: (ended) => exchanges.delete(ended),
      });
      exchanges.add(exchange);
      const { signal } = exchange;
      try {
        signal.throwIfAborted();
        const { method, redirect: mode } = request;
        const body = await readRequestBody(request, maxRequestBytes, signal);
        const answer = await sendAndFollow(
          { url, method, headers, body },
          { agents, signal, policy, mode, maxRedirects },
        );
        onAbort(signal, () => answer.message.destroy());
        signal.throwIfAborted();
        return toResponse(answer, { method, limit: maxResponseBytes, exchange });
      } catch (thrown) {
        throw exchange.fail(thrown);
      }
    },
    async close() {
      for (const exchange of exchanges) exchange.fail(closedError());
      await agents.close();
    },
  };
}
