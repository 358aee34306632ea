import { createManualClock, LIMITS } from "@botwright/core";
import {
  createSearxngProvider,
  createServices,
  type SearchLimits,
  type SearchProvider,
} from "@botwright/services";
import { describe, expect, test } from "vitest";
import { searxng } from "./answers.ts";
import { outcomeOf } from "./search-answers.ts";
import { startUpstream } from "./upstream.ts";

// spec: search.plugin-limit, search.plugin-rate-limit
test("a plugin has a limit over all its users", async () => {
  await using upstream = await startUpstream(searxng);
  const provider = createSearxngProvider({ baseUrl: upstream.origin });
  const limits = { perPluginPerMinute: 2 };
  const clock = createManualClock();
  const services = createServices({ search: { providers: [provider], limits }, clock });
  const search = (userId: number, slug: string): Promise<string> =>
    outcomeOf(services.forAccount(userId)(slug).searchService.search(`${slug} ${userId}`));
  expect(await search(1, "news")).toBe("searxng");
  expect(await search(2, "news")).toBe("searxng");
  expect(await search(3, "news")).toBe("PLUGIN_RATE_LIMIT");
  expect(await search(3, "other")).toBe("searxng");
  clock.advance(60_000);
  expect(await search(3, "news")).toBe("searxng");
});

/** A search with limits, and how many results its provider was asked for. */
function openWith(limits: Partial<SearchLimits>) {
  const asked: number[] = [];
  const provider: SearchProvider = {
    name: "ours",
    async search({ maxResults }) {
      asked.push(maxResults);
      return [];
    },
  };
  const services = createServices({ search: { providers: [provider], limits } });
  return { asked, ...services.forAccount(1)("news") };
}

describe("the limits of searches are a host's options", () => {
  test("how long a query is, and how many results it may have", async () => {
    const limits = { queryCharacters: 4, resultsMin: 2, resultsMax: 3 };
    const { searchService, asked } = openWith(limits);
    await searchService.search("cats");
    await searchService.search("owls", { maxResults: 1 });
    expect(asked).toEqual([3, 2]);
    const long = searchService.search("birds");
    await expect(long).rejects.toThrow(/^a query has 1 to 4 characters$/);
  });

  test("how long an answer is cached: not at all, if that is no time", async () => {
    const { searchService, asked } = openWith({ cacheMs: 0 });
    for (let again = 0; again < 2; again++) {
      expect(await searchService.search("cats")).toMatchObject({ cached: false });
    }
    expect(asked).toHaveLength(2);
  });

  test("an undefined one has its default, as one that is left out", async () => {
    const limits: Partial<SearchLimits> = {};
    for (const name of ["perUserPerMinute", "timeoutMs", "resultsMax"]) {
      Reflect.set(limits, name, undefined);
    }
    const { searchService, asked } = openWith(limits);
    await searchService.search("cats", { maxResults: 50 });
    expect(asked).toEqual([LIMITS.search.resultsMax]);
  });

  test.each([
    { perUserPerMinute: Number.NaN },
    { resultsMax: -1 },
    { resultsMin: 5, resultsMax: 4 },
  ])("%j is refused", (limits) => {
    expect(() => openWith(limits)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});
