import typia from "typia";
import type { SearchResult } from "@botwright/core";

/** Checks an answer that was read from the cache: another version of the host may have written it. */
export const isSearchResult: (input: unknown) => input is SearchResult =
  typia.createIs<SearchResult>();
