import { type SearchHit, shortenText } from "@botwright/core";
import { invalidAnswer } from "../http.ts";
import { textMember } from "../wire.ts";

/** The names of a hit's fields in a provider's results. */
interface HitNames {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

/** Options of {@link readHits}. */
export interface HitOptions {
  /** The provider's name in errors. */
  readonly name: string;
  readonly names: HitNames;
  readonly maxResults: number;
  /** Converts a raw title or snippet to text. @default it is used unchanged */
  readonly toText?: (text: string) => string;
}

/** A result as the provider returned it. */
export interface RawHit {
  readonly url: string | undefined;
  readonly title: string;
  readonly snippet: string;
}

/** Maximum bytes of an answer to a search, ten times the size of a full answer. */
export const MAX_SEARCH_BYTES: number = 1024 * 1024;
/** Maximum results that are read; more than are requested, because results without a web URL are dropped. */
export const MAX_RESULTS = 100;
/** Maximum length of a URL; a hit with a longer URL is dropped. */
const MAX_URL_LENGTH = 2048;
const MAX_TITLE_LENGTH = 300;
const MAX_SNIPPET_LENGTH = 2000;
/** Maximum length of a raw title or snippet that is read, with tags, entities and white space. */
const MAX_RAW_LENGTH = 10_000;

/**
 * Reads a provider's first results and drops those without a web URL.
 *
 * @throws {ProviderError} `PROVIDER_INVALID_ANSWER` when the value is no list
 */
export function readHits(
  results: readonly unknown[] | undefined,
  { name, names, ...options }: HitOptions,
): SearchHit[] {
  if (results === undefined) throw invalidAnswer(name, "it has no list of results");
  const raw = results.slice(0, MAX_RESULTS).map((result) => ({
    url: textMember(result, names.url),
    title: textMember(result, names.title) ?? "",
    snippet: textMember(result, names.snippet) ?? "",
  }));
  return toHits(raw, options);
}

/** Converts the first results to hits and drops those without a web URL. */
export function toHits(
  results: readonly RawHit[],
  { maxResults, toText = (text) => text }: Pick<HitOptions, "maxResults" | "toText">,
): SearchHit[] {
  return results
    .flatMap(({ url, ...rest }) => (isWebAddress(url) ? [{ url, ...rest }] : []))
    .slice(0, maxResults)
    .map(({ url, title, snippet }) => ({
      title: cut(toText(title.slice(0, MAX_RAW_LENGTH)), MAX_TITLE_LENGTH),
      url,
      snippet: cut(toText(snippet.slice(0, MAX_RAW_LENGTH)), MAX_SNIPPET_LENGTH),
    }));
}

function isWebAddress(url: string | undefined): url is string {
  if (url === undefined || url.length > MAX_URL_LENGTH) return false;
  return URL.canParse(url) && /^https?:/i.test(url);
}

function cut(text: string, longest: number): string {
  return shortenText(text.replaceAll(/\s+/g, " ").trim(), longest);
}
