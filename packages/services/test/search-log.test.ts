import { LIMITS } from "@botwright/core";
import { createMemoryServiceLog, createSearxngProvider, createServices } from "@botwright/services";
import { expect, test } from "vitest";
import { outcomeOf, twentyPages } from "./search-answers.ts";
import { startUpstream } from "./upstream.ts";

// spec: search.logging, search.region
test("every search is recorded: who asked what, who found it, and what failed", async () => {
  await using upstream = await startUpstream(twentyPages);
  const log = createMemoryServiceLog();
  const provider = createSearxngProvider({ baseUrl: upstream.origin });
  const services = createServices({ search: { providers: [provider] }, log });
  const { searchService } = services.forAccount(7)("news");
  for (const query of ["cats", "cats", "fail"]) await outcomeOf(searchService.search(query));
  const common = { type: "search", userId: 7, pluginSlug: "news", region: "wt-wt", maxResults: 5 };
  expect(log.entries()).toMatchObject([
    { ...common, query: "cats", provider: "searxng", cached: false, count: 5, errorCode: null },
    { ...common, query: "cats", provider: "searxng", cached: true, count: 5, errorCode: null },
    { ...common, query: "fail", provider: null, cached: false, count: 0, errorCode: "API_ERROR" },
  ]);
});

test("a search that is refused for its query is recorded too, cut to what a query may have", async () => {
  const log = createMemoryServiceLog();
  const { searchService } = createServices({ log }).forAccount(7)("news");
  const { queryCharacters } = LIMITS.search;
  const long = `${"🔎".repeat(queryCharacters)}!`.repeat(1000);
  const refused = { type: "search", userId: 7, pluginSlug: "news", errorCode: "INVALID_QUERY" };
  const given: [string, Parameters<typeof searchService.search>[1]][] = [
    [" ", {}],
    [long, { maxResults: 1e9 }],
    ["cats", { region: `de-${"x".repeat(1000)}` }],
  ];
  for (const [query, options] of given) {
    expect(await outcomeOf(searchService.search(query, options))).toBe("INVALID_QUERY");
  }
  expect(log.entries()).toMatchObject([
    { ...refused, query: " ", region: "wt-wt", maxResults: 5 },
    { ...refused, query: "🔎".repeat(queryCharacters), region: "wt-wt", maxResults: 20 },
    { ...refused, query: "cats", region: `de-${"x".repeat(29)}`, maxResults: 5 },
  ]);
});
