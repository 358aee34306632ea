import {
  type Clock,
  describeError,
  isBotwrightError,
  type Logger,
  SearchError,
  type SearchResult,
} from "@botwright/core";
import type { Cache } from "../ports/cache.ts";
import type { SearchProvider, SearchRequest } from "../ports/search-provider.ts";
import { createSearchFailover } from "./search-failover.ts";
import type { SearchLimits } from "./search-options.ts";

/** Searches for all plugins and accounts of a host. */
export interface SearchEngine {
  /**
   * Answers from the cache, from an identical search in flight, or from a provider.
   *
   * @param admit called before a provider is called; if it rejects, the search rejects with the same error
   */
  find(request: SearchRequest, admit: () => Promise<void>): Promise<SearchResult>;
}

/** Options of {@link createSearchEngine}. */
export interface SearchEngineOptions {
  /** The providers, in the order in which they are tried. */
  readonly providers: () => Promise<readonly SearchProvider[]>;
  readonly cache: Cache<SearchResult>;
  readonly limits: SearchLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Milliseconds between two reads of the cache while another process searches. */
const POLL_MS = 50;
/**
 * Milliseconds added to a search's time limit for a lease: when its process dies, another one searches after both.
 */
const SLACK_MS = 5000;

/** Creates a {@link SearchEngine}. */
export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { providers, cache, limits, clock, logger } = options;
  const { timeoutMs } = limits;
  const askProviders = createSearchFailover({ providers, clock, logger });
  /** Searches in flight by key: concurrent identical searches share one answer (single flight). */
  const flights = new Map<string, Promise<SearchResult>>();

  /** A failing cache counts as a miss. */
  async function readCache(key: string): Promise<SearchResult | undefined> {
    try {
      return await cache.get(key);
    } catch (error) {
      logger.warn("the search cache cannot be read", describeError(error));
      return undefined;
    }
  }

  function notWritten(error: unknown): void {
    logger.warn("the search cache cannot be written", describeError(error));
  }

  async function writeCache(key: string, result: SearchResult): Promise<void> {
    try {
      await cache.set(key, result, limits.cacheMs);
    } catch (error) {
      notWritten(error);
    }
  }

  /**
   * Returns a lease. When the cache fails, the caller gets one without effect, so that the search goes to a provider.
   */
  async function claim(key: string): Promise<(() => Promise<void>) | undefined> {
    try {
      const release = await cache.claim?.(key, timeoutMs + SLACK_MS);
      return release && (() => release().catch(notWritten));
    } catch (error) {
      notWritten(error);
      return nothing;
    }
  }

  /**
   * Resolves with the cached answer, or with a lease to call a provider (`release` ends it).
   *
   * Of several processes with one cache, one acquires the lease on the key and calls a provider; the others read the
   * cache every {@link POLL_MS} until the answer is there. After acquiring the lease the cache is read once more,
   * because the previous holder may have written its answer between the first read and the lease.
   *
   * @param deadline the deadline of the whole search: the time that a caller waits here is missing for its provider
   */
  async function take(
    key: string,
    deadline: number,
  ): Promise<{ readonly known: SearchResult } | { readonly release: () => Promise<void> }> {
    let release = cache.claim === undefined ? nothing : undefined;
    for (;;) {
      const known = await readCache(key);
      if (known !== undefined) {
        await release?.();
        return { known };
      }
      if (release !== undefined) return { release };
      if (clock.now() >= deadline) throw noAnswer();
      release = await claim(key);
      if (release !== undefined) continue;
      await new Promise<void>((resolve) => clock.after(POLL_MS, resolve));
    }
  }

  async function run(
    key: string,
    request: SearchRequest,
    admit: () => Promise<void>,
  ): Promise<SearchResult> {
    const deadline = clock.now() + timeoutMs;
    const taken = await take(key, deadline);
    if ("known" in taken) return { ...taken.known, cached: true };
    try {
      return await ask(key, request, admit, deadline);
    } finally {
      await taken.release();
    }
  }

  async function ask(
    key: string,
    request: SearchRequest,
    admit: () => Promise<void>,
    deadline: number,
  ): Promise<SearchResult> {
    await admit();
    const { hits, source } = await askProviders(request, deadline);
    const results = hits.slice(0, request.maxResults).map(({ title, url, snippet }) => ({
      title,
      url,
      snippet,
    }));
    const result = { results, source, count: results.length, cached: false };
    await writeCache(key, result);
    return result;
  }

  return {
    async find(request, admit) {
      const { query, maxResults, region } = request;
      const key = JSON.stringify([query, maxResults, region]);
      for (;;) {
        const flight = flights.get(key);
        if (flight === undefined) {
          // `finally` runs before the promise settles, so that no caller can join a search that has ended.
          const own = run(key, request, admit).finally(() => flights.delete(key));
          flights.set(key, own);
          return structuredClone(await own);
        }
        try {
          return { ...structuredClone(await flight), cached: true };
        } catch (error) {
          // The first caller's rate limit rejected the search; this caller has its own limit and tries again.
          if (!isRateLimit(error)) throw error;
        }
      }
    },
  };
}

async function nothing(): Promise<void> {}

function noAnswer(): SearchError {
  return new SearchError("the same search, under way elsewhere, has no answer: try again later", {
    code: "NETWORK_ERROR",
  });
}

function isRateLimit(error: unknown): boolean {
  if (!isBotwrightError(error)) return false;
  return error.code === "USER_RATE_LIMIT" || error.code === "PLUGIN_RATE_LIMIT";
}
