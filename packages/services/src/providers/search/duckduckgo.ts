import type { SearchProvider } from "../../ports/search-provider.ts";
import { readBaseUrl } from "../base-url.ts";
import { decodeEntities, htmlToText } from "./html-text.ts";
import { createProviderHttp, type HttpProviderOptions, invalidAnswer } from "../http.ts";
import { MAX_SEARCH_BYTES, MAX_RESULTS, type RawHit, toHits } from "./search-hits.ts";

/** Options of {@link createDuckDuckGoProvider}. */
export interface DuckDuckGoProviderOptions extends HttpProviderOptions {
  /** @default "https://html.duckduckgo.com" */
  baseUrl?: string;
  /** The `source` of results. @default "duckduckgo" */
  name?: string;
}

/** A browser's user agent, because the page answers other clients with a CAPTCHA. */
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/**
 * Creates a provider that reads DuckDuckGo's page without scripts. It needs no key, but the page blocks frequent
 * requests: suitable for small hosts, and as the last provider of others.
 */
export function createDuckDuckGoProvider(options: DuckDuckGoProviderOptions = {}): SearchProvider {
  const { baseUrl = "https://html.duckduckgo.com", name = "duckduckgo" } = options;
  const url = `${readBaseUrl(baseUrl)}/html/`;
  const http = createProviderHttp({ ...options, name });
  return {
    name,
    async search({ query, maxResults, region }, { signal }) {
      const page = await http.text({
        url,
        query: { q: query, kl: region },
        headers: { "user-agent": USER_AGENT },
        signal,
        maxResponseBytes: MAX_SEARCH_BYTES,
      });
      return toHits(readPage(name, page), { maxResults, toText: htmlToText });
    },
  };
}

const LINK = 'class="result__a"';
const SNIPPET = 'class="result__snippet"';
/** Maximum length of a link's start tag that is read; longer than the escaped URL of any hit. */
const MAX_TAG_LENGTH = 10_000;

/** Reads the first links of the page, each with the snippet before the next link. */
function readPage(name: string, page: string): RawHit[] {
  const [, ...pieces] = page.split(LINK, MAX_RESULTS + 1);
  if (pieces.length === 0 && !page.includes("no-results")) {
    throw invalidAnswer(name, "it is no page of results; perhaps it is asked too often");
  }
  return pieces.map((piece) => {
    const [title = "", snippet = ""] = piece.split(SNIPPET, 2).map(firstLink);
    return { url: targetOf(piece), title, snippet };
  });
}

/** The HTML in a link, starting at the end of its start tag. */
function firstLink(piece: string): string {
  const start = piece.indexOf(">");
  const end = piece.indexOf("</a>", start);
  return start === -1 || end === -1 ? "" : piece.slice(start + 1, end);
}

/** The URL of a result: links lead through `duckduckgo.com/l/?uddg=<url>`, advertisements through `/y.js`. */
function targetOf(piece: string): string | undefined {
  const tag = piece.slice(0, Math.min(MAX_TAG_LENGTH, Math.max(0, piece.indexOf(">"))));
  const [, href = ""] = /href="([^"]*)"/.exec(tag) ?? [];
  const address = decodeEntities(href);
  const absolute = address.startsWith("//") ? `https:${address}` : address;
  if (!URL.canParse(absolute)) return undefined;
  const url = new URL(absolute);
  if (url.pathname === "/y.js") return undefined;
  return url.searchParams.get("uddg") ?? absolute;
}
