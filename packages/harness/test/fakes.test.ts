import {
  aiServiceContract,
  credentialsContract,
  searchServiceContract,
  storageContract,
} from "@botwright/core/contract";
import { createGuardedFetch } from "@botwright/guarded-fetch";
import { PLATFORMS, type SearchHit } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { capabilitiesOf } from "../src/chat/capabilities.ts";
import { createFakeHost } from "../src/fakes/services.ts";
import { connectSimulator, createFakeServices, type ModelScript } from "../src/index.ts";

const disposal = { async [Symbol.asyncDispose]() {} };

const MODELS: Record<string, ModelScript> = {
  free: { answers: "yes" },
  paid: {
    answers: { text: "no", usage: { prompt_tokens: 1000, completion_tokens: 500 } },
    inputPrice: 100,
    outputPrice: 200,
    multiplier: 1.5,
  },
  broken: { answers: { error: "the provider is down" }, inputPrice: 100 },
  painter: {
    answers: { imageUrl: "https://images.example.com/1.png" },
    category: "image",
    inputPrice: 40,
  },
};

const PAGES: SearchHit[] = Array.from({ length: 20 }, (_, number) => ({
  title: `Page ${number}`,
  url: `https://example.com/${number}`,
  snippet: "…",
}));

const suites = {
  AI: aiServiceContract({
    async open({ credits }) {
      const host = createFakeHost({ credits, models: MODELS, freeImagesPerDay: 1 });
      const { ai: service, time } = host;
      return { service, balance: () => host.credits.balance, advance: time.advance, ...disposal };
    },
  }),
  search: searchServiceContract({
    async open() {
      const search = { "*": PAGES, fail: "API_ERROR" } as const;
      const host = createFakeHost({ search });
      const { searchService: service } = host.servicesFor("a");
      if (service === undefined) throw new Error("no search");
      return { service, advance: host.time.advance, ...disposal };
    },
  }),
  credentials: credentialsContract(
    (credentials) => createFakeHost({ credentials }).getPlatformCreds,
  ),
  storage: storageContract(() => createFakeHost({}).storage),
};

describe.each(Object.entries(suites))(
  "the fake of %s keeps the port's contract",
  (_port, cases) => {
    test.each(cases)("$name", async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    });
  },
);

describe("the fake network refuses what the real one refuses", () => {
  const { fetch } = createFakeHost({ fetch: { "*": "reached" } });
  const plain = { method: "GET", headers: [], signal: new AbortController().signal };
  test.each([
    "http://example.com/",
    "https://example.com:8443/",
    "https://ann:secret@example.com/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://169.254.169.254/latest/meta-data",
    "ftp://example.com/",
  ])("%s", async (address) => {
    await using real = createGuardedFetch();
    await expect(real(address)).rejects.toMatchObject({ code: "FETCH_BLOCKED" });
    await expect(fetch(address, plain)).rejects.toMatchObject({ code: "FETCH_BLOCKED" });
  });

  test("hosts that the plugin did not declare, also by a redirect", async () => {
    const { fetch: redirecting } = createFakeHost({
      fetch: {
        "https://a.example.com/": new Response(null, {
          status: 302,
          headers: { location: "https://b.example.com/" },
        }),
        "https://b.example.com/": "reached",
      },
    });
    const to = (hosts: string[]) => redirecting("https://a.example.com/", { ...plain, hosts });
    await expect(to(["b.example.com"])).rejects.toMatchObject({ code: "FETCH_BLOCKED" });
    await expect(to(["a.example.com"])).rejects.toMatchObject({ code: "FETCH_BLOCKED" });
    const response = await to(["*.example.com"]);
    expect([await response.text(), response.url, response.redirected]).toEqual([
      "reached",
      "https://b.example.com/",
      true,
    ]);
  });
});

test.each([
  ["GET", 302, "https://b.example.com/", "GET x-own"],
  ["PUT", 301, "https://a.example.com/", "PUT authorization content-type x-own text"],
  ["POST", 303, "https://a.example.com/", "GET authorization x-own"],
  ["POST", 307, "https://b.example.com/", "POST content-type x-own text"],
])("%s follows a %i to %s as a host's network does", async (method, status, location, sent) => {
  const { fetch } = createFakeHost({
    fetch: {
      "https://a.example.com/moved": new Response(null, { status, headers: { location } }),
      "*": async (request) =>
        [request.method, ...request.headers.keys(), await request.text()].join(" ").trim(),
    },
  });
  const response = await fetch("https://a.example.com/moved", {
    method,
    headers: [
      ["authorization", "Bearer a"],
      ["x-own", "b"],
      ...(method === "GET" ? [] : [["content-type", "text/plain"] as [string, string]]),
    ],
    signal: new AbortController().signal,
    ...(method !== "GET" && { body: Buffer.from("text") }),
  });
  expect(await response.text()).toBe(sent);
});

test("a redirect to an address that cannot be read is refused", async () => {
  const headers = { location: "https://" };
  const { fetch } = createFakeHost({
    fetch: { "*": new Response(null, { status: 302, headers }) },
  });
  const init = { method: "GET", headers: [], signal: new AbortController().signal };
  await expect(fetch("https://a.example.com/", init)).rejects.toMatchObject({
    code: "FETCH_BLOCKED",
  });
});

test("a search whose script never answers ends with the time that a search may take", async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const host = createFakeHost({
    search() {
      onAsked();
      return new Promise(() => {});
    },
  });
  const searching = host.servicesFor("a").searchService?.search("cats");
  await asked;
  host.time.advance(30_000);
  await expect(searching).rejects.toMatchObject({ code: "NETWORK_ERROR" });
});

test('the model "*" stands for every other one, and is on no list', async () => {
  const models = { small: { answers: "one" }, "*": { answers: "any" } };
  const { ai } = createFakeServices({ models, time: { now: Date.now, wait: async () => {} } });
  const ask = (model: string) =>
    ai.callModel({ model, messages: [{ role: "user", content: "?" }] });
  expect((await ask("small")).text).toBe("one");
  expect((await ask("unheard-of")).text).toBe("any");
  const listed = await ai.getModelsByCategory("chat");
  expect(listed.map(({ model_name }) => model_name)).toEqual(["small"]);
});

test.each(PLATFORMS)("the fake chat of %s can do what the adapter can", async (platform) => {
  await using connected = await connectSimulator(platform);
  expect(capabilitiesOf(platform)).toEqual(connected.adapter.capabilities);
});
