import { connect as netConnect } from "node:net";
import { onAbort } from "./abort.ts";
import { createAgents } from "./connection/agents.ts";
import type { Network } from "./connection/connect.ts";
import { createDnsLookup, resolveBySystem } from "./dns/dns.ts";
import {
  closedError,
  preemptedError,
  excessiveLoad,
  networkError,
  timeoutError,
} from "./errors.ts";
import { type Exchange, openExchange } from "./exchange/exchange.ts";
import { FairSemaphore, type Slot } from "./load/fair-semaphore.ts";
import { createLoadMeter } from "./load/load-meter.ts";
import { createLookups } from "./dns/lookups.ts";
import { type GuardedFetchInit, readInteger, type Settings } from "./options.ts";
import { createHostMatcher } from "./address/hosts.ts";
import { checkAddress, parseAddress } from "./address/policy.ts";
import { sendAndFollow } from "./exchange/redirect.ts";
import { readRequestBody } from "./exchange/request-body.ts";
import { toRequestHeaders } from "./exchange/request-headers.ts";
import { toResponse } from "./exchange/response.ts";

/** The implementation of the fetch; `createGuardedFetch` loads it on first use. */
export interface Engine {
  fetch(input: string | URL | Request, init: GuardedFetchInit): Promise<Response>;
  close(): Promise<void>;
}

/** Replaces the Internet in tests: connections, and the certificates to trust. */
export interface Seam {
  readonly connect?: Network["connect"];
  readonly ca?: string;
}

export function createEngine(settings: Settings, { connect = netConnect, ca }: Seam): Engine {
  const { allowedOrigins, maxRedirects, maxRequestBytes, timeoutMs } = settings;
  const { maxWaiting, maxWaitingPerGroup } = settings;
  const waiting = { maxWaiting, maxWaitingPerGroup };
  const fetches = new FairSemaphore({
    what: "fetches",
    maxActive: settings.maxFetches,
    maxActivePerGroup: settings.maxFetchesPerGroup,
    ...waiting,
  });
  const lookups = createLookups({
    lookup: settings.lookup ?? createDnsLookup(settings.nameServers),
    queue: new FairSemaphore({
      what: "look-ups",
      maxActive: settings.maxLookups,
      maxActivePerGroup: settings.maxLookupsPerGroup,
      ...waiting,
    }),
    timeoutMs: settings.lookupTimeoutMs,
  });
  const agents = createAgents({
    allowedOrigins,
    ca,
    connect,
    lookups,
    trustedLookup: settings.lookup ?? resolveBySystem,
  });
  const exchanges = new Set<Exchange>();

  return {
    async fetch(input, init) {
      const isRequest = input instanceof Request;
      const url = parseAddress(isRequest ? input.url : String(input));
      const own = init.hosts && createHostMatcher(init.hosts);
      const hosts = [settings.hosts, own].filter((matcher) => matcher !== undefined);
      const policy = { allowedOrigins, hosts };
      const limit = limitOf(init, settings);
      // Checked before Node gets the address, because Node's own error would repeat it including the password.
      checkAddress(url, policy);
      const request = new Request(input, init);
      const headers = toRequestHeaders(request.headers, settings.userAgent);
      let slot: Slot | undefined;
      const { group, onWaiting } = init;
      const exchange = openExchange({
        timeoutMs,
        caller: init.signal === undefined && isRequest ? input.signal : init.signal,
        toTimeout: () => timeoutError(url.hostname, timeoutMs),
        toError: (thrown) => networkError(thrown, url.hostname),
        onEnd(ended) {
          exchanges.delete(ended);
          slot?.release();
        },
      });
      const { signal } = exchange;
      try {
        // The caller may have aborted it before: then it has ended, and nothing would remove it again.
        signal.throwIfAborted();
        exchanges.add(exchange);
        const meter = createLoadMeter(settings.loadLimits, (what) => {
          exchange.fail(excessiveLoad(url.hostname, what));
        });
        const { method, redirect: mode } = request;
        const body = await readRequestBody(request, maxRequestBytes, signal);
        const preempt = (): void => void exchange.fail(preemptedError());
        slot = await fetches.acquire(group, signal, { onWaiting, preempt });
        // One signal may abort two fetches: the first released its slot to this one, which is now aborted too.
        if (signal.aborted) slot.release();
        const answer = await sendAndFollow(
          { url, method, headers, body },
          { agents, signal, meter, group, policy, mode, maxRedirects },
        );
        onAbort(signal, () => answer.message.destroy());
        signal.throwIfAborted();
        return toResponse(answer, { method, limit, exchange, meter });
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

/** The caller's limit if it is smaller, otherwise that of the settings. */
function limitOf({ maxResponseBytes }: GuardedFetchInit, settings: Settings): number {
  if (maxResponseBytes === undefined) return settings.maxResponseBytes;
  const own = readInteger("maxResponseBytes", maxResponseBytes);
  return Math.min(own, settings.maxResponseBytes);
}
