import {
  cutText,
  invalidInput,
  LIMITS,
  measureText,
  readLimits,
  SearchError,
  type SearchOptions,
} from "@botwright/core";
import type { SearchRequest } from "../ports/search-provider.ts";

/** Limits of searches. */
export interface SearchLimits {
  readonly perUserPerMinute: number;
  readonly perPluginPerMinute: number;
  /** Maximum characters of a query. */
  readonly queryCharacters: number;
  /** Minimum number of results; a smaller request is raised to it. */
  readonly resultsMin: number;
  /** Maximum number of results; a larger request is reduced to it. */
  readonly resultsMax: number;
  /** Milliseconds for which an answer is cached. */
  readonly cacheMs: number;
  /** Maximum duration of one search over all providers, in milliseconds. */
  readonly timeoutMs: number;
}

const { defaultRegion, defaultResults, ...DEFAULT_LIMITS } = LIMITS.search;
/** Maximum characters of a region code such as `de-de`. */
const MAX_REGION_LENGTH = 32;

/**
 * Adds the defaults of `LIMITS.search`.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the limit
 */
export function readSearchLimits(given: Partial<SearchLimits> = {}): SearchLimits {
  const limits = readLimits<SearchLimits>(DEFAULT_LIMITS, given);
  if (limits.resultsMin <= limits.resultsMax) return limits;
  throw invalidInput("limits.resultsMin must be at most limits.resultsMax");
}

/**
 * Checks a plugin's search.
 *
 * @throws {SearchError} `INVALID_QUERY`
 */
export function assertSearch(
  { queryCharacters }: SearchLimits,
  query: string,
  options: SearchOptions = {},
): void {
  if (typeof query !== "string" || query.trim() === "" || !isShort(query, queryCharacters)) {
    throw invalidQuery(`a query has 1 to ${queryCharacters} characters`);
  }
  const region = regionOf(options);
  if (typeof region !== "string" || !/^[\w-]+$/.test(region) || region.length > MAX_REGION_LENGTH) {
    throw invalidQuery("a region is a code such as de-de; wt-wt is the whole world");
  }
}

/**
 * Applies the defaults to a plugin's search, and cuts it to the limits. A valid search stays unchanged; a search that
 * {@link assertSearch} refuses becomes what the log may record of it.
 */
export function toSearchRequest(
  limits: SearchLimits,
  query: string,
  options: SearchOptions = {},
): SearchRequest {
  const region = regionOf(options);
  return {
    query: typeof query === "string" ? cutText(query, limits.queryCharacters, "character") : "",
    maxResults: clampResults(options.maxResults, limits),
    region: typeof region === "string" ? region.slice(0, MAX_REGION_LENGTH).toLowerCase() : "",
  };
}

/** The region, or the default for an empty text, because plugins often pass an empty setting through. */
function regionOf({ region }: SearchOptions): string {
  return region || defaultRegion;
}

/** Whether the query has at most `most` code points (of one or two UTF-16 units each): an emoji is one character. */
function isShort(query: string, most: number): boolean {
  return query.length <= 2 * most && measureText(query, "character") <= most;
}

function clampResults(asked: unknown, { resultsMin, resultsMax }: SearchLimits): number {
  const results = typeof asked === "number" && !Number.isNaN(asked) ? asked : defaultResults;
  return Math.trunc(Math.min(resultsMax, Math.max(resultsMin, results)));
}

function invalidQuery(message: string): SearchError {
  return new SearchError(message, { code: "INVALID_QUERY" });
}
