import type { SearchProvider } from "../../ports/search-provider.ts";
import { readApiKey } from "../api-key.ts";
import { readBaseUrl } from "../base-url.ts";
import { createProviderHttp, type HttpProviderOptions } from "../http.ts";
import { MAX_SEARCH_BYTES, readHits } from "./search-hits.ts";
import { listMember } from "../wire.ts";

/** Options of {@link createTavilyProvider}. */
export interface TavilyProviderOptions extends HttpProviderOptions {
  apiKey: string;
  /** @default "https://api.tavily.com" */
  baseUrl?: string;
  /** The `source` of results. @default "tavily" */
  name?: string;
}

/**
 * Creates a provider for Tavily's search API, which has no regions.
 *
 * @see {@link https://docs.tavily.com/documentation/api-reference/endpoint/search}
 */
export function createTavilyProvider(options: TavilyProviderOptions): SearchProvider {
  const { baseUrl = "https://api.tavily.com", name = "tavily" } = options;
  const apiKey = readApiKey(options.apiKey);
  const url = `${readBaseUrl(baseUrl)}/search`;
  const http = createProviderHttp({ ...options, name, secret: apiKey });
  return {
    name,
    async search({ query, maxResults }, { signal }) {
      const answer = await http.json({
        url,
        headers: { authorization: `Bearer ${apiKey}` },
        json: { query, max_results: maxResults, search_depth: "basic" },
        signal,
        maxResponseBytes: MAX_SEARCH_BYTES,
      });
      const names = { title: "title", url: "url", snippet: "content" };
      return readHits(listMember(answer, "results"), { name, names, maxResults });
    },
  };
}
