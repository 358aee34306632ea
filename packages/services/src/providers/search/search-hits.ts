import type { SearchHit } from "@botwright/core";
import { invalidAnswer } from "../http.ts";
import { textMember } from "../wire.ts";

/** The names of a hit's fields in a provider's results. */
export interface HitNames {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 2000;

/**
 * Reads a provider's results; drops those without a Web address.
 *
 * @throws {ProviderError} `PROVIDER_INVALID_ANSWER` when the value is no list
 */
export function readHits(
  name: string,
  results: readonly unknown[] | undefined,
  names: HitNames,
  toText: (text: string) => string = (text) => text,
): SearchHit[] {
  if (results === undefined) throw invalidAnswer(name, "it has no list of results");
  return results.flatMap((result) => {
    const title = toText(textMember(result, names.title) ?? "");
    const snippet = toText(textMember(result, names.snippet) ?? "");
    return toHits(textMember(result, names.url), title, snippet);
  });
}

/** Returns a hit, or none when the URL is no Web address. */
export function toHits(url: string | undefined, title: string, snippet: string): SearchHit[] {
  if (url === undefined || !URL.canParse(url) || !/^https?:/i.test(url)) return [];
  return [{ title: cut(title, LONGEST_TITLE), url, snippet: cut(snippet, LONGEST_SNIPPET) }];
}

function cut(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}
