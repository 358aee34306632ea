/** Options of a search. */
export interface SearchOptions {
  /**
   * 1 to 20; other numbers are clamped to that range.
   * @default 5
   * @type int32
   */
  maxResults?: number;
  /** @default "wt-wt" (worldwide) */
  region?: string;
}

/** One hit. */
export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

/** Result of a search. */
export interface SearchResult {
  results: SearchHit[];
  /** The provider's label. */
  source: string;
  count: number;
  cached: boolean;
}

/** The codes that a failed search rejects with, in `error.code`. */
export type SearchErrorCode =
  | "INVALID_QUERY"
  | "USER_RATE_LIMIT"
  | "PLUGIN_RATE_LIMIT"
  | "API_ERROR"
  | "NETWORK_ERROR";

/** The web search of plugins. A failed search rejects with a {@link SearchErrorCode} in `code`. */
export interface SearchService {
  /**
   * Searches the web. The query has 1 to 200 characters.
   *
   * @example
   * const { results } = await searchService.search("weather Berlin", { maxResults: 3 });
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
}
