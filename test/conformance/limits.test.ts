import { DEFAULT_PRIORITIES, LIMITS } from "@botwright/core";
import { AI_PROXY_LIMITS } from "@botwright/host";
import { expect, test } from "vitest";

// Other tests show that limits hold, by their names; these are the numbers behind the names.
const MIB = 1024 * 1024;

// spec: storage.user-limit, storage.value-limit
test("storage has 5 MiB a user and 1 MiB a value", () => {
  expect(LIMITS.storage).toMatchObject({ userBytes: 5 * MIB, valueBytes: MIB });
});

// spec: ai.free-calls, ai.max-tokens
test("free models have 200 calls an hour, and an answer 1024 tokens", () => {
  expect(LIMITS.freeAI).toEqual({ callsPerUserPerHour: 200, defaultMaxTokens: 1024 });
});

// spec: ai-proxy.requests, ai-proxy.recent-messages, ai-proxy.characters, ai-proxy.max-tokens
// spec: ai-proxy.temperature, ai-proxy.timeout
test("the proxy has the specification's limits and defaults", () => {
  expect(AI_PROXY_LIMITS).toEqual({
    requestsPerAddressPerHour: 60,
    messages: 10,
    characters: 4000,
    defaultMaxTokens: 800,
    maxTokens: 2000,
    defaultTemperature: 0.7,
    maxTemperature: 1.5,
    timeoutMs: 30_000,
  });
});

// spec: search.user-limit, search.plugin-limit, search.query-limit, search.results-limit
// spec: search.max-results, search.cache, search.timeout
test("searches have the specification's limits and defaults", () => {
  expect(LIMITS.search).toMatchObject({
    perUserPerMinute: 30,
    perPluginPerMinute: 60,
    queryCharacters: 200,
    resultsMin: 1,
    resultsMax: 20,
    defaultResults: 5,
    cacheMs: 5 * 60_000,
    timeoutMs: 30_000,
  });
});

// spec: billing.credit
test("100 credits are 1 USD; prices are for a million tokens and a thousand pictures", () => {
  expect(LIMITS.billing).toEqual({
    creditsPerUsd: 100,
    tokensPerPrice: 1_000_000,
    imagesPerPrice: 1000,
  });
});

// spec: order.third-party
test("third-party plugins should run from 60 to 90", () => {
  const { thirdPartyPriorityMin, thirdPartyPriorityMax } = LIMITS.plugin;
  expect([thirdPartyPriorityMin, thirdPartyPriorityMax]).toEqual([60, 90]);
});

// spec: order.bot-menu, order.message-filter, order.keyword-reply, order.auto-greeting
// spec: order.webhook-forward, order.games, order.ai-chat
test("each kind of plugin has the specification's priority", () => {
  expect(DEFAULT_PRIORITIES).toEqual({
    "bot-menu": 5,
    "message-filter": 10,
    "keyword-reply": 30,
    "auto-greeting": 40,
    "webhook-forward": 50,
    game: 80,
    "ai-chat": 100,
  });
});
