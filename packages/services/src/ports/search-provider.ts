import type { SearchHit } from "@botwright/core";
import type { ProviderCall } from "./model-provider.ts";

/** A search with all options set. */
export interface SearchRequest {
  readonly query: string;
  /** 1 to 20. */
  readonly maxResults: number;
  /** `<country>-<language>` such as `de-de` or `us-en`; `wt-wt` means worldwide. */
  readonly region: string;
}

/**
 * A search engine. It rejects with a `ProviderError` (compare `code`) when it does not answer; an empty
 * result is an answer.
 */
export interface SearchProvider {
  /** The `source` in its results. */
  readonly name: string;
  search(request: SearchRequest, call: ProviderCall): Promise<SearchHit[]>;
}
