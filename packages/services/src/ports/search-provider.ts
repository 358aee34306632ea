import type { SearchHit } from "@botwright/core";
import type { ProviderCall } from "./model-provider.ts";

/** A search, with every option set. */
export interface SearchRequest {
  readonly query: string;
  /** 1 to 20. */
  readonly maxResults: number;
  /** `<country>-<language>` such as `de-de` or `us-en`; `wt-wt` is the whole world. */
  readonly region: string;
}

/**
 * A search engine. It rejects with a `ProviderError` (compare `code`) when it gives no answer; to
 * find nothing is an answer.
 */
export interface SearchProvider {
  /** What results name as their `source`. */
  readonly name: string;
  search(request: SearchRequest, call: ProviderCall): Promise<SearchHit[]>;
}
