import type { SearchProvider } from "../../ports/search-provider.ts";
import { readBaseUrl } from "../base-url.ts";
import { createProviderHttp, type HttpProviderOptions } from "../http.ts";
import { parseRegion } from "./region.ts";
import { MAX_SEARCH_BYTES, readHits } from "./search-hits.ts";
import { listMember } from "../wire.ts";

/** Options of {@link createSearxngProvider}. */
export interface SearxngProviderOptions extends HttpProviderOptions {
  /** The instance's URL; its settings must allow the format `json`. */
  baseUrl: string;
  /** The `source` of results. @default "searxng" */
  name?: string;
}

/**
 * Creates a provider for an instance of SearXNG, a self-hosted metasearch engine.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when `baseUrl` is invalid
 * @see {@link https://docs.searxng.org/dev/search_api.html}
 */
export function createSearxngProvider(options: SearxngProviderOptions): SearchProvider {
  const { name = "searxng" } = options;
  const url = `${readBaseUrl(options.baseUrl)}/search`;
  const http = createProviderHttp({ ...options, name });
  return {
    name,
    async search({ query, maxResults, region }, { signal }) {
      const { country, language } = parseRegion(region) ?? {};
      const locale = language === undefined ? "all" : `${language}-${country}`;
      const answer = await http.json({
        url,
        query: { q: query, format: "json", language: locale },
        signal,
        maxResponseBytes: MAX_SEARCH_BYTES,
      });
      const names = { title: "title", url: "url", snippet: "content" };
      return readHits(listMember(answer, "results"), { name, names, maxResults });
    },
  };
}
