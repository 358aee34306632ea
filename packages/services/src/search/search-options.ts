import { LIMITS, measureText, SearchError, type SearchOptions } from "@botwright/core";
import type { SearchRequest } from "../ports/search-provider.ts";

/** Limits of searches. */
export interface SearchLimits {
  readonly perUserPerMinute: number;
  readonly perPluginPerMinute: number;
  /** Milliseconds for which an answer is cached. */
  readonly cacheMs: number;
  /** Maximum duration of one search over all providers, in milliseconds. */
  readonly timeoutMs: number;
}

const { defaultRegion, defaultResults, queryCharacters, resultsMax, resultsMin } = LIMITS.search;
/** Maximum characters of a region code such as `de-de`. */
const LONGEST_REGION = 32;

/**
 * Validates a plugin's search and applies the defaults.
 *
 * @throws {SearchError} `INVALID_QUERY`
 */
export function toSearchRequest(query: string, options: SearchOptions = {}): SearchRequest {
  const { maxResults = defaultResults } = options;
  // Plugins often pass settings through, where an empty setting is an empty text.
  const region = options.region || defaultRegion;
  if (typeof query !== "string" || query.trim() === "" || !isShort(query)) {
    throw invalidQuery(`a query has 1 to ${queryCharacters} characters`);
  }
  if (typeof region !== "string" || !/^[\w-]+$/.test(region) || region.length > LONGEST_REGION) {
    throw invalidQuery("a region is a code such as de-de; wt-wt is the whole world");
  }
  return { query, maxResults: clampResults(maxResults), region: region.toLowerCase() };
}

/** Counts code points, of one or two UTF-16 units: an emoji is one character. */
function isShort(query: string): boolean {
  if (query.length > 2 * queryCharacters) return false;
  return measureText(query, "character") <= queryCharacters;
}

function clampResults(maxResults: number): number {
  if (typeof maxResults !== "number" || Number.isNaN(maxResults)) return defaultResults;
  return Math.min(resultsMax, Math.max(resultsMin, Math.trunc(maxResults)));
}

function invalidQuery(message: string): SearchError {
  return new SearchError(message, { code: "INVALID_QUERY" });
}
