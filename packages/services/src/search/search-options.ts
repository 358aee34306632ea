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
 * Checks a plugin's search.
 *
 * @throws {SearchError} `INVALID_QUERY`
 */
export function assertSearch(query: string, options: SearchOptions = {}): void {
  if (typeof query !== "string" || query.trim() === "" || !isShort(query)) {
    throw invalidQuery(`a query has 1 to ${queryCharacters} characters`);
  }
  const region = regionOf(options);
  if (typeof region !== "string" || !/^[\w-]+$/.test(region) || region.length > LONGEST_REGION) {
    throw invalidQuery("a region is a code such as de-de; wt-wt is the whole world");
  }
}

/**
 * Applies the defaults to a plugin's search, and cuts it to the limits: a valid one is as it was, and one
 * that {@link assertSearch} refuses is what a log may record of it.
 */
export function toSearchRequest(query: string, options: SearchOptions = {}): SearchRequest {
  const region = regionOf(options);
  return {
    query: typeof query === "string" ? cutQuery(query) : "",
    maxResults: clampResults(options.maxResults ?? defaultResults),
    region: typeof region === "string" ? region.slice(0, LONGEST_REGION).toLowerCase() : "",
  };
}

/** Plugins often pass settings through, where an empty setting is an empty text. */
function regionOf({ region }: SearchOptions): string {
  return region || defaultRegion;
}

/** Counts code points, of one or two UTF-16 units: an emoji is one character. */
function isShort(query: string): boolean {
  if (query.length > 2 * queryCharacters) return false;
  return measureText(query, "character") <= queryCharacters;
}

/** Cuts between code points. Each has at most two units, so what follows the first slice is never needed. */
function cutQuery(query: string): string {
  if (query.length <= queryCharacters) return query;
  return Array.from(query.slice(0, 2 * queryCharacters))
    .slice(0, queryCharacters)
    .join("");
}

function clampResults(maxResults: number): number {
  if (typeof maxResults !== "number" || Number.isNaN(maxResults)) return defaultResults;
  return Math.min(resultsMax, Math.max(resultsMin, Math.trunc(maxResults)));
}

function invalidQuery(message: string): SearchError {
  return new SearchError(message, { code: "INVALID_QUERY" });
}
