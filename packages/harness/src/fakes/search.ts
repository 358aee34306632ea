import {
  SearchError,
  type SearchErrorCode,
  type SearchHit,
  type SearchOptions,
} from "@botwright/core";
import type { SearchProvider } from "@botwright/services";
import type { UnexpectedCalls } from "./unexpected-calls.ts";

/** What a search finds, or the code that it fails with. */
export type SearchAnswer = readonly SearchHit[] | SearchErrorCode;

/** Answers by query, `"*"` for every other one; or a function. */
export type SearchScript =
  | Readonly<Record<string, SearchAnswer>>
  | ((query: string, options: SearchOptions) => SearchAnswer | Promise<SearchAnswer>);

const MESSAGES: Readonly<Record<SearchErrorCode, string>> = {
  INVALID_QUERY: "the query is refused",
  USER_RATE_LIMIT: "too many searches a minute for one user: try again later",
  PLUGIN_RATE_LIMIT: "too many searches a minute for one plugin: try again later",
  API_ERROR: "the search provider failed",
  NETWORK_ERROR: "the search provider cannot be reached",
};

/** Whether a value is a list of hits or an error's code. */
export function isSearchAnswer(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === "string" && Object.hasOwn(MESSAGES, value));
}

/** A search engine that answers from a script. */
export function scriptedSearch(
  script: SearchScript | undefined,
  unexpectedCalls: UnexpectedCalls,
): SearchProvider {
  return {
    name: "fake",
    async search({ query, maxResults, region }) {
      const answer =
        typeof script === "function"
          ? await script(query, { maxResults, region })
          : (script?.[query] ?? script?.["*"]);
      if (answer === undefined) {
        throw unexpectedCalls.refuse(
          `a search for "${query}"`,
          `Say what it finds: search: { "${query}": [{ title, url, snippet }] }, or "*" for every query.`,
        );
      }
      if (!isSearchAnswer(answer)) {
        throw unexpectedCalls.refuse(
          `a search for "${query}"`,
          `Its function must return a list of hits, [{ title, url, snippet }], or one of ${Object.keys(MESSAGES).join(", ")}.`,
        );
      }
      if (typeof answer === "string") throw new SearchError(MESSAGES[answer], { code: answer });
      return [...answer];
    },
  };
}
