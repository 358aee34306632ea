import assert from "node:assert/strict";
import { LIMITS } from "../rules/limits.ts";
import type { SearchService } from "../ports/search.ts";
import type { ContractCase } from "./case.ts";

/** The search service of one plugin and account under test. */
export interface SearchContractContext extends AsyncDisposable {
  readonly service: SearchService;
  /** Moves the service's clock forward by this many milliseconds. */
  readonly advance: (ms: number) => void | Promise<void>;
}

/** The provider under test must return 20 pages for every query except `fail`, for which it must fail. */
export interface SearchContractSetup {
  open(): Promise<SearchContractContext>;
}

const { cacheMs, defaultResults, perUserPerMinute, queryCharacters, resultsMax, resultsMin } =
  LIMITS.search;
const MINUTE_MS = 60_000;

/** The rules of a {@link SearchService}. */
export function searchServiceContract(setup: SearchContractSetup): ContractCase[] {
  const on =
    (run: (context: SearchContractContext) => Promise<void>) => async (): Promise<void> => {
      await using context = await setup.open();
      await run(context);
    };
  return [
    // spec: search.result, search.max-results
    {
      name: "finds as many pages as asked for",
      run: on(async ({ service }) => {
        const result = await service.search("cats");
        assert.equal(result.count, defaultResults);
        assert.equal(result.results.length, defaultResults);
        for (const { title, url, snippet } of result.results) {
          for (const text of [title, url, snippet]) assert.equal(typeof text, "string");
        }
        assert.equal(typeof result.source, "string");
        assert.equal((await service.search("dogs", { maxResults: resultsMax })).count, resultsMax);
      }),
    },
    // spec: search.invalid-query, search.query-limit
    {
      name: "refuses queries that are empty or too long",
      run: on(async ({ service }) => {
        await service.search("q".repeat(queryCharacters));
        for (const query of ["", "  ", "q".repeat(queryCharacters + 1)]) {
          await assert.rejects(service.search(query), { code: "INVALID_QUERY" });
        }
      }),
    },
    // spec: search.results-limit, search.max-results
    {
      name: "clamps the number of results to what one search may bring",
      run: on(async ({ service }) => {
        assert.equal(
          (await service.search("cats", { maxResults: resultsMax + 1 })).count,
          resultsMax,
        );
        assert.equal((await service.search("dogs", { maxResults: 0 })).count, resultsMin);
        assert.equal((await service.search("owls", { maxResults: -3 })).count, resultsMin);
      }),
    },
    {
      name: "asks once for identical queries at the same time",
      run: on(async ({ service }) => {
        const searches = Array.from({ length: perUserPerMinute + 5 }, () => service.search("cats"));
        const results = await Promise.all(searches);
        assert.equal(results.filter(({ cached }) => !cached).length, 1);
        for (const { results: hits } of results) assert.deepEqual(hits, results[0]?.results);
      }),
    },
    // spec: search.cache, search.result
    {
      name: "answers an identical query from its cache for a while, which does not count",
      run: on(async ({ service, advance }) => {
        const first = await service.search("cats");
        assert.equal(first.cached, false);
        for (let again = 0; again < perUserPerMinute + 5; again++) {
          assert.deepEqual(await service.search("cats"), { ...first, cached: true });
        }
        assert.equal((await service.search("cats", { maxResults: 3 })).cached, false);
        assert.equal((await service.search("cats", { region: "de-de" })).cached, false);
        await advance(cacheMs + 1);
        assert.equal((await service.search("cats")).cached, false);
      }),
    },
    // spec: search.user-limit, search.user-rate-limit
    {
      name: "limits the searches of a user per minute",
      run: on(async ({ service, advance }) => {
        for (let number = 0; number < perUserPerMinute; number++)
          await service.search(`q${number}`);
        await assert.rejects(service.search("one more"), { code: "USER_RATE_LIMIT" });
        await advance(MINUTE_MS + 1);
        assert.equal((await service.search("one more")).cached, false);
      }),
    },
    {
      name: "tells by a code that the provider failed",
      run: on(async ({ service }) => {
        await assert.rejects(service.search("fail"), (error) => {
          assert.ok(error instanceof Error && "code" in error);
          assert.ok(error.code === "API_ERROR" || error.code === "NETWORK_ERROR");
          return true;
        });
      }),
    },
  ];
}
