import { isBotwrightError } from "@botwright/core";
import type { Arrived, UpstreamAnswer } from "./upstream.ts";

const PAGES = Array.from({ length: 20 }, (_, n) => ({
  title: `Page ${n}`,
  url: `https://example.com/${n}`,
  content: "…",
}));

/** Answers as SearXNG does, with twenty pages; the query "fail" with an error. */
export function twentyPages({ url }: Arrived): UpstreamAnswer {
  if (url.searchParams.get("q") === "fail") return { status: 500, body: "down" };
  return { body: JSON.stringify({ results: PAGES }) };
}

/** The code of an error. */
export const codeOf = (error: unknown): string =>
  isBotwrightError(error) ? error.code : "no code";

/** The result, or the code that it failed with. */
export const outcomeOf = (searching: Promise<{ source: string }>): Promise<string> =>
  searching.then(({ source }) => source, codeOf);
