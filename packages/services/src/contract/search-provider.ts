import assert from "node:assert/strict";
import type { ContractCase } from "@botwright/core/contract";
import type { SearchProvider } from "../ports/search-provider.ts";
import { faultCases, type OpenProvider } from "./provider-faults.ts";

const CALL = { signal: new AbortController().signal };
const REQUEST = { query: "cats & dogs", maxResults: 5, region: "wt-wt" };

/**
 * The rules of a {@link SearchProvider}. Its server must return 10 pages for every query, of which the
 * first has the title `Cats & dogs`, the URL `https://example.com/1?a=1&b=2` and the snippet `All about
 * “cats”`; for `nothing` it must return none.
 */
export function searchProviderContract(open: OpenProvider<SearchProvider>): ContractCase[] {
  return [
    {
      name: "finds pages, as plain texts and addresses",
      async run() {
        await using fixture = await open();
        const [first] = await fixture.provider.search(REQUEST, CALL);
        assert.deepEqual(first, {
          title: "Cats & dogs",
          url: "https://example.com/1?a=1&b=2",
          snippet: "All about “cats”",
        });
        assert.notEqual(fixture.provider.name, "");
      },
    },
    {
      name: "finds no more than it is asked for",
      async run() {
        await using fixture = await open();
        const hits = await fixture.provider.search({ ...REQUEST, maxResults: 3 }, CALL);
        assert.equal(hits.length, 3);
      },
    },
    {
      name: "to find nothing is an answer",
      async run() {
        await using fixture = await open();
        assert.deepEqual(await fixture.provider.search({ ...REQUEST, query: "nothing" }, CALL), []);
      },
    },
    ...faultCases(open, { search: (provider, call) => provider.search(REQUEST, call) }),
  ];
}
