import type { SearchProvider } from "../../ports/search-provider.ts";
import { readApiKey } from "../api-key.ts";
import { readBaseUrl } from "../base-url.ts";
import { htmlToText } from "./html-text.ts";
import { createProviderHttp, type HttpProviderOptions, invalidAnswer } from "../http.ts";
import { parseRegion } from "./region.ts";
import { MAX_SEARCH_BYTES, readHits } from "./search-hits.ts";
import { listMember, member, textMember } from "../wire.ts";

/** The supported values of `country` besides `ALL`; Brave answers any other value with status 422. */
const COUNTRIES: ReadonlySet<string> = new Set(
  "AR AT AU BE BR CA CH CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE TR TW US ZA".split(
    " ",
  ),
);

/** Options of {@link createBraveProvider}. */
export interface BraveProviderOptions extends HttpProviderOptions {
  apiKey: string;
  /** @default "https://api.search.brave.com" */
  baseUrl?: string;
  /** The `source` of results. @default "brave" */
  name?: string;
}

/**
 * Creates a provider for Brave's search API. It searches worldwide for a country that Brave does not list.
 *
 * @see {@link https://api-dashboard.search.brave.com/app/documentation/web-search/get-started}
 */
export function createBraveProvider(options: BraveProviderOptions): SearchProvider {
  const { baseUrl = "https://api.search.brave.com", name = "brave" } = options;
  const apiKey = readApiKey(options.apiKey);
  const url = `${readBaseUrl(baseUrl)}/res/v1/web/search`;
  const http = createProviderHttp({ ...options, name, secret: apiKey });
  return {
    name,
    async search({ query, maxResults, region }, { signal }) {
      const asked = parseRegion(region)?.country ?? "";
      const country = COUNTRIES.has(asked) ? asked : "ALL";
      const answer = await http.json({
        url,
        query: { q: query, count: String(maxResults), country },
        headers: { accept: "application/json", "x-subscription-token": apiKey },
        signal,
        maxResponseBytes: MAX_SEARCH_BYTES,
      });
      if (textMember(answer, "type") !== "search") {
        throw invalidAnswer(name, "it is no answer to a search");
      }
      // An answer without web pages has no member `web`.
      const results = listMember(member(answer, "web"), "results") ?? [];
      const names = { title: "title", url: "url", snippet: "description" };
      return readHits(results, { name, names, maxResults, toText: htmlToText });
    },
  };
}
