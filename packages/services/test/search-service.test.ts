import { createManualClock, SearchError, silentLogger } from "@botwright/core";
import { searchServiceContract } from "@botwright/core/contract";
import {
  createBraveProvider,
  createSearxngProvider,
  createServices,
  ProviderError,
  type SearchProvider,
} from "@botwright/services";
import { describe, expect, test } from "vitest";
import { brave, searxng } from "./answers.ts";
import { codeOf, outcomeOf, twentyPages } from "./search-answers.ts";
import { SECRET, startUpstream } from "./upstream.ts";

const cases = searchServiceContract({
  async open() {
    const upstream = await startUpstream(twentyPages);
    const clock = createManualClock();
    const provider = createSearxngProvider({ baseUrl: upstream.origin });
    const services = createServices({ search: { providers: [provider] }, clock });
    return {
      service: services.forAccount(1)("news").searchService,
      advance: (ms) => clock.advance(ms),
      [Symbol.asyncDispose]: async () => upstream[Symbol.asyncDispose](),
    };
  },
});

describe("the search service, over SearXNG, keeps the port's contract", () => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

test("identical searches at the same time of several users are asked once", async () => {
  await using upstream = await startUpstream(searxng);
  const provider = createSearxngProvider({ baseUrl: upstream.origin });
  const services = createServices({ search: { providers: [provider] } });
  const searches = [1, 2, 3].map((userId) =>
    services.forAccount(userId)("news").searchService.search("cats"),
  );
  const results = await Promise.all(searches);
  expect(upstream.arrived).toHaveLength(1);
  expect(results.map(({ cached }) => cached)).toEqual([false, true, true]);
  results[0]?.results.pop();
  expect(results[1]?.count).toBe(results[1]?.results.length);
});

test("an outage of a provider is one line in the log, and its end another", async () => {
  let status = 500;
  await using down = await startUpstream((asked) => ({ ...searxng(asked), status }));
  await using spare = await startUpstream(searxng);
  const lines: unknown[] = [];
  const log = (message: string, fields?: object): void => void lines.push([message, fields]);
  const logger = { ...silentLogger, warn: log, info: log };
  const providers = [
    createSearxngProvider({ name: "first", baseUrl: down.origin }),
    createSearxngProvider({ name: "spare", baseUrl: spare.origin }),
  ];
  const services = createServices({ search: { providers }, logger });
  const { searchService } = services.forAccount(1)("news");
  for (const query of ["a", "b", "c"]) {
    expect(await searchService.search(query)).toMatchObject({ source: "spare" });
  }
  const began = { name: "first", code: "PROVIDER_FAILED" };
  expect(lines).toEqual([["a search provider gave no answer", expect.objectContaining(began)]]);
  status = 200;
  for (const query of ["d", "e"]) {
    expect(await searchService.search(query)).toMatchObject({ source: "first" });
  }
  expect(lines.slice(1)).toEqual([
    ["a search provider answers again", { name: "first", failures: 3 }],
  ]);
  status = 401;
  await searchService.search("f");
  status = 500;
  await searchService.search("g");
  await searchService.search("h");
  expect(lines.slice(2)).toMatchObject([
    [expect.any(String), { code: "PROVIDER_UNAUTHORIZED" }],
    [expect.any(String), { code: "PROVIDER_FAILED" }],
  ]);
});

test("a search that shares another's request is not refused because the other one is", async () => {
  await using upstream = await startUpstream(searxng);
  const provider = createSearxngProvider({ baseUrl: upstream.origin });
  const limits = { perUserPerMinute: 1 };
  const services = createServices({ search: { providers: [provider], limits } });
  const of = (userId: number) => services.forAccount(userId)("news").searchService;
  await of(1).search("dogs");
  const both = await Promise.all([outcomeOf(of(1).search("cats")), of(2).search("cats")]);
  expect(both).toMatchObject(["USER_RATE_LIMIT", { cached: false }]);
});

// spec: search.timeout, search.network-error
test("a search that is never answered ends after 30 seconds with NETWORK_ERROR", async () => {
  await using upstream = await startUpstream(searxng, "silent");
  const clock = createManualClock();
  const provider = createSearxngProvider({ baseUrl: upstream.origin });
  const { searchService } = createServices({ search: { providers: [provider] }, clock }).forAccount(
    1,
  )("news");
  const outcome = outcomeOf(searchService.search("cats"));
  await upstream.requested();
  clock.advance(30_000);
  expect(await outcome).toBe("NETWORK_ERROR");
});

test("a search that waits for another process's, and then asks itself, ends after 30 seconds too", async () => {
  const clock = createManualClock();
  const held = new Set<string>();
  const cache = {
    get: async () => undefined,
    set: async () => {},
    async claim(key: string) {
      if (held.has(key)) return undefined;
      held.add(key);
      return async () => void held.delete(key);
    },
  };
  let asked = 0;
  const provider: SearchProvider = {
    name: "silent",
    async search() {
      asked += 1;
      return new Promise<never>(() => {});
    },
  };
  const searchInProcess = (): Promise<string> => {
    const services = createServices({ search: { providers: [provider], cache }, clock });
    return outcomeOf(services.forAccount(1)("news").searchService.search("cats"));
  };
  const first = searchInProcess();
  await expect.poll(() => asked).toBe(1);
  clock.advance(10_000);
  const second = searchInProcess();
  clock.advance(20_000);
  expect(await first).toBe("NETWORK_ERROR");
  const lookAgain = (): number => {
    clock.advance(50);
    return asked;
  };
  await expect.poll(lookAgain).toBe(2);
  clock.advance(10_000);
  expect(await second).toBe("NETWORK_ERROR");
});

async function searchBoth(first: Parameters<typeof startUpstream>[1]): Promise<string> {
  await using broken = await startUpstream(brave, first);
  await using healthy = await startUpstream(searxng);
  const providers = [
    createBraveProvider({ baseUrl: broken.origin, apiKey: SECRET }),
    createSearxngProvider({ baseUrl: healthy.origin }),
  ];
  const { searchService } = createServices({ search: { providers } }).forAccount(1)("news");
  return await outcomeOf(searchService.search("cats"));
}

describe("providers are asked in order", () => {
  test("the first that answers is the source", async () => {
    expect(await searchBoth(undefined)).toBe("brave");
  });

  // spec: search.routing
  test.each(["wrong-key", "rate-limited", "broken", "failing", "cut-off"] as const)(
    "after one that is %s comes the next",
    async (fault) => {
      expect(await searchBoth(fault)).toBe("searxng");
    },
  );

  test("each has its share of the time", async () => {
    await using silent = await startUpstream(brave, "silent");
    await using healthy = await startUpstream(searxng);
    const clock = createManualClock();
    const providers = [
      createBraveProvider({ baseUrl: silent.origin, apiKey: SECRET }),
      createSearxngProvider({ baseUrl: healthy.origin }),
    ];
    const { searchService } = createServices({ search: { providers }, clock }).forAccount(1)("a");
    const outcome = outcomeOf(searchService.search("cats"));
    await silent.requested();
    clock.advance(15_000);
    expect(await outcome).toBe("searxng");
  });

  test("one that is over its rate is left out until it may be asked again", async () => {
    await using busy = await startUpstream(brave, "rate-limited");
    await using healthy = await startUpstream(searxng);
    const clock = createManualClock();
    const providers = [
      createBraveProvider({ baseUrl: busy.origin, apiKey: SECRET }),
      createSearxngProvider({ baseUrl: healthy.origin }),
    ];
    const { searchService } = createServices({ search: { providers }, clock }).forAccount(1)("a");
    for (const query of ["a", "b", "c"]) await searchService.search(query);
    expect(busy.arrived).toHaveLength(1);
    clock.advance(7000);
    await searchService.search("d");
    expect(busy.arrived).toHaveLength(2);
  });

  test("a clock that is set back leaves none out until it has caught up", async () => {
    await using busy = await startUpstream(brave, "rate-limited");
    await using healthy = await startUpstream(searxng);
    const manual = createManualClock();
    let setBack = 0;
    const clock = { ...manual, now: () => manual.now() - setBack };
    const providers = [
      createBraveProvider({ baseUrl: busy.origin, apiKey: SECRET }),
      createSearxngProvider({ baseUrl: healthy.origin }),
    ];
    const { searchService } = createServices({ search: { providers }, clock }).forAccount(1)("a");
    await searchService.search("a");
    setBack = 2 * 3_600_000;
    await searchService.search("b");
    expect(busy.arrived).toHaveLength(2);
  });
});

const failing = (error: Error): SearchProvider => ({
  name: "odd",
  async search() {
    throw error;
  },
});

// spec: search.api-error, search.network-error
test.each([
  ["no provider", [], "API_ERROR"],
  ["unreachable ones only", [unreachable("a"), unreachable("b")], "NETWORK_ERROR"],
  ["one that answers wrongly", [unreachable("a"), refusing()], "API_ERROR"],
  ["one with a bug", [failing(new TypeError("secret is undefined"))], "API_ERROR"],
  [
    "one that refuses the query",
    [failing(new SearchError("not this", { code: "INVALID_QUERY" })), unreachable("b")],
    "INVALID_QUERY",
  ],
])("with %2$s a search fails with a code: %s", async (_name, providers, code) => {
  const { searchService } = createServices({ search: { providers } }).forAccount(1)("news");
  const error = await searchService.search("cats").catch((thrown: unknown) => thrown);
  expect(codeOf(error)).toBe(code);
  expect(String(error)).not.toContain("secret");
});

// spec: search.query-limit
test("the characters of a query are code points: an emoji is one", async () => {
  const { searchService } = createServices({ search: { providers: [] } }).forAccount(1)("news");
  const codes = ["x".repeat(200), "🔎".repeat(200), "x".repeat(201), "🔎".repeat(201)].map(
    (query) => searchService.search(query).catch(codeOf),
  );
  // Without a provider a good query ends with API_ERROR.
  const [good, wrong] = ["API_ERROR", "INVALID_QUERY"];
  expect(await Promise.all(codes)).toEqual([good, good, wrong, wrong]);
});

function unreachable(name: string): SearchProvider {
  return failing(new ProviderError(`${name} cannot be reached`, { code: "PROVIDER_UNREACHABLE" }));
}

function refusing(): SearchProvider {
  return failing(new ProviderError("it refuses", { code: "PROVIDER_REFUSED" }));
}

const down = (): Promise<never> => Promise.reject(new Error("the database is gone"));

test("a log or a cache that fails takes nothing from the answer", async () => {
  await using upstream = await startUpstream(searxng);
  const provider = createSearxngProvider({ baseUrl: upstream.origin });
  const { searchService } = createServices({
    search: { providers: [provider], cache: { get: down, set: down } },
    log: { record: down },
  }).forAccount(1)("news");
  expect((await searchService.search("cats")).count).toBe(5);
});

test("a claim that cannot be given back takes nothing from the answer", async () => {
  const known = { results: [], source: "ours", count: 0, cached: false };
  // Another process writes its answer between the first look and the claim.
  const looks = [undefined, known];
  const cache = {
    get: async () => looks.shift(),
    set: async () => {},
    claim: async () => down,
  };
  const { searchService } = createServices({ search: { providers: [], cache } }).forAccount(1)(
    "news",
  );
  expect(await searchService.search("cats")).toMatchObject({ source: "ours", cached: true });
});

test("a region is a code, and nothing else reaches a provider", async () => {
  await using upstream = await startUpstream(searxng);
  const provider = createSearxngProvider({ baseUrl: upstream.origin });
  const { searchService } = createServices({ search: { providers: [provider] } }).forAccount(1)(
    "news",
  );
  await searchService.search("cats", { region: "CN-zh" });
  expect(upstream.arrived[0]?.url.searchParams.get("language")).toBe("zh-CN");
  const refused = searchService.search("cats", { region: "de-de&safesearch=0" });
  await expect(refused).rejects.toMatchObject({ code: "INVALID_QUERY" });
});
