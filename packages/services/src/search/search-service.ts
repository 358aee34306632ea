import {
  type Clock,
  describeError,
  SearchError,
  type SearchErrorCode,
  type SearchResult,
  type SearchService,
} from "@botwright/core";
import { rateLimitKeyOf, SERVICE_RATE_LIMITS } from "../rate-limit-keys.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import type { SearchRequest } from "../ports/search-provider.ts";
import type { MessageIdentity } from "../message-identity.ts";
import type { Recorder } from "../recorder.ts";
import type { SearchEngine } from "./search-engine.ts";
import { assertSearch, type SearchLimits, toSearchRequest } from "./search-options.ts";

/** Options of the search service of one plugin and account. */
export interface SearchServiceOptions {
  readonly userId: number;
  readonly pluginSlug: string;
  readonly engine: SearchEngine;
  readonly limiter: RateLimiter;
  readonly limits: SearchLimits;
  readonly message: MessageIdentity;
  readonly record: Recorder;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;

/** Creates the search service of one plugin and account. */
export function createSearchService(options: SearchServiceOptions): SearchService {
  const { userId, pluginSlug, engine, limiter, limits, record, clock } = options;

  async function assertRate(
    key: string,
    limit: number,
    code: SearchErrorCode,
    subject: string,
  ): Promise<void> {
    const { allowed } = await limiter.take(key, { limit, windowMs: MINUTE_MS });
    if (allowed) return;
    throw new SearchError(
      `at most ${limit} searches a minute for one ${subject}: try again later`,
      {
        code,
      },
    );
  }

  async function admit(): Promise<void> {
    // The user's limit is checked first, so that a user who exceeds it does not consume the plugin's limit.
    const window = rateLimitKeyOf(SERVICE_RATE_LIMITS.searches, userId);
    await assertRate(window, limits.perUserPerMinute, "USER_RATE_LIMIT", "user");
    const { perPluginPerMinute } = limits;
    const key = `search/plugin/${pluginSlug}`;
    await assertRate(key, perPluginPerMinute, "PLUGIN_RATE_LIMIT", "plugin");
  }

  function toEntry(
    { query, maxResults, region }: SearchRequest,
    startedAt: number,
    outcome: Pick<SearchResult, "count" | "cached"> & {
      readonly provider: string | null;
      readonly errorCode: SearchErrorCode | null;
    },
  ): Parameters<Recorder>[0] {
    const durationMs = clock.now() - startedAt;
    const caller = { createdAt: startedAt, userId, pluginSlug, ...options.message };
    const asked = { ...caller, query, maxResults, region };
    return { type: "search", ...asked, ...outcome, durationMs };
  }

  return {
    async search(query, given) {
      const request = toSearchRequest(limits, query, given);
      const startedAt = clock.now();
      try {
        assertSearch(limits, query, given);
        const result = await engine.find(request, admit);
        const { count, cached, source: provider } = result;
        await record(toEntry(request, startedAt, { count, cached, provider, errorCode: null }));
        return result;
      } catch (error) {
        const errorCode = toErrorCode(error);
        const outcome = { count: 0, cached: false, provider: null, errorCode };
        await record(toEntry(request, startedAt, outcome));
        throw error;
      }
    },
  };
}

function toErrorCode(error: unknown): SearchErrorCode {
  const { code } = describeError(error);
  switch (code) {
    case "INVALID_QUERY":
    case "USER_RATE_LIMIT":
    case "PLUGIN_RATE_LIMIT":
    case "NETWORK_ERROR":
      return code;
    default:
      return "API_ERROR";
  }
}
