import type { DemoAnswer } from "./demo-types.ts";

const RESULTS = 20;

/**
 * Answers a search as SearXNG does; the query `nothing` has no results.
 *
 * @see {@link https://docs.searxng.org/dev/search_api.html}
 */
export function answerSearch(query: URLSearchParams): DemoAnswer {
  const q = query.get("q") ?? "";
  if (q === "") return { status: 400, body: { error: "No query" } };
  if (query.get("format") !== "json") {
    return { status: 403, body: { error: "the demo answers format=json only" } };
  }
  const found = q === "nothing" ? 0 : RESULTS;
  const results = Array.from({ length: found }, (_, index) => ({
    url: `https://example.com/demo/${index + 1}?q=${encodeURIComponent(q)}`,
    title: `[demo] Result ${index + 1} for “${q}”`,
    content: `This page does not exist: the demo makes up what it finds for “${q}”.`,
    engine: "demo",
    engines: ["demo"],
    score: RESULTS - index,
    category: "general",
  }));
  return {
    status: 200,
    body: { query: q, number_of_results: found, results, answers: [], suggestions: [] },
  };
}
