import {
  LIMITS,
  SearchError,
  type SearchErrorCode,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
  type SearchService,
} from "@botwright/core";
import type { UnexpectedCalls } from "../unexpected-calls.ts";
import type { FakeTime } from "../virtual-time.ts";
import { createRateWindow, type RateWindow } from "./rate-window.ts";

/** What a search finds, or the code that it fails with. */
export type SearchAnswer = readonly SearchHit[] | SearchErrorCode;

/** Answers by query, `"*"` for every other one; or a function. */
export type SearchScript =
  | Readonly<Record<string, SearchAnswer>>
  | ((query: string, options: SearchOptions) => SearchAnswer | Promise<SearchAnswer>);

const MINUTE_MS = 60_000;

/** What the fake stands on. */
export interface FakeSearchOptions {
  readonly script: SearchScript | undefined;
  readonly time: FakeTime;
  readonly notScripted: UnexpectedCalls;
  /** The account's searches, of all plugins together. */
  readonly ofUser: RateWindow;
}

/** The account's limit. */
export function createUserWindow(): RateWindow {
  return createRateWindow(LIMITS.search.perUserPerMinute, MINUTE_MS);
}

const MESSAGES: Readonly<Record<SearchErrorCode, string>> = {
  INVALID_QUERY: "the query is refused",
  USER_RATE_LIMIT: `at most ${LIMITS.search.perUserPerMinute} searches a minute for one user: try again later`,
  PLUGIN_RATE_LIMIT: `at most ${LIMITS.search.perPluginPerMinute} searches a minute for one plugin: try again later`,
  API_ERROR: "the search provider failed",
  NETWORK_ERROR: "the search provider cannot be reached",
};

/** A search service that answers from a script, with cache and limits as a host has them. */
export function createFakeSearch(options: FakeSearchOptions): SearchService {
  const { script, time, notScripted, ofUser } = options;
  const { perPluginPerMinute, cacheMs } = LIMITS.search;
  const ofPlugin = createRateWindow(perPluginPerMinute, MINUTE_MS);
  const cache = new Map<string, { until: number; result: SearchResult }>();

  async function ask(query: string, given: SearchOptions): Promise<SearchAnswer> {
    const answer =
      typeof script === "function"
        ? await script(query, given)
        : (script?.[query] ?? script?.["*"]);
    if (answer !== undefined) return answer;
    throw notScripted.refuse(
      `a search for "${query}"`,
      `Say what it finds: search: { "${query}": [{ title, url, snippet }] }, or "*" for every query.`,
    );
  }

  return {
    async search(query, given = {}) {
      const { maxResults = LIMITS.search.defaultResults, region = LIMITS.search.defaultRegion } =
        given;
      if (query.trim() === "" || query.length > LIMITS.search.queryCharacters) {
        throw failure("INVALID_QUERY");
      }
      const { resultsMin, resultsMax } = LIMITS.search;
      if (!Number.isInteger(maxResults) || maxResults < resultsMin || maxResults > resultsMax) {
        throw failure("INVALID_QUERY", `maxResults must be ${resultsMin} to ${resultsMax}`);
      }
      const key = JSON.stringify([query, maxResults, region]);
      const known = cache.get(key);
      if (known !== undefined && known.until > time.now()) return { ...known.result, cached: true };
      if (!ofUser.take(time.now())) throw failure("USER_RATE_LIMIT");
      if (!ofPlugin.take(time.now())) throw failure("PLUGIN_RATE_LIMIT");
      const answer = await ask(query, { maxResults, region });
      if (typeof answer === "string") throw failure(answer);
      const results = answer.slice(0, maxResults).map((hit) => ({ ...hit }));
      const result = { results, source: "fake", count: results.length, cached: false };
      cache.set(key, { until: time.now() + cacheMs, result });
      return structuredClone(result);
    },
  };
}

function failure(code: SearchErrorCode, message: string = MESSAGES[code]): SearchError {
  return new SearchError(message, { code });
}
