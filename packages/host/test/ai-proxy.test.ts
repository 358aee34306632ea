import { randomBytes } from "node:crypto";
import { createManualClock } from "@botwright/core";
import { createGuardedFetch } from "@botwright/guarded-fetch";
import { createAesSecrets } from "@botwright/services";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openai } from "../../services/test/answers.ts";
import { SECRET, startUpstream } from "../../services/test/upstream.ts";
import {
  createAIProxy,
  createModelNames,
  createPostgresRateLimiter,
  createServiceConfiguration,
  type Database,
  type ServiceConfiguration,
} from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
const HELLO = { messages: [{ role: "user" as const, content: "hello" }] };
let database: Database;
let configuration: ServiceConfiguration;
beforeAll(async () => {
  database = await openTestDatabase();
  configuration = createServiceConfiguration({ database, secrets });
});
afterAll(async () => {
  configuration.close();
  await database.close();
});
beforeEach(async () => {
  const { modelProviders, models } = configuration;
  for (const { id } of await models.list()) await models.remove(id);
  for (const { id } of await modelProviders.list()) await modelProviders.remove(id);
  await configuration.changeSettings({ default_model: null });
});

/** What one node logs, with its fields. */
function createNode(maxConcurrent = 100) {
  const clock = createManualClock(Date.UTC(2026, 0, 5));
  const logged: unknown[] = [];
  const log = (...line: unknown[]): void => void logged.push(line);
  const logger = { debug: log, info: log, warn: log, error: log };
  const limiter = createPostgresRateLimiter(database.db, clock);
  const proxy = createAIProxy({ configuration, limiter, clock, logger, maxConcurrent });
  return { clock, logged, limiter, proxy };
}

async function addModels(origin: string): Promise<void> {
  const { modelProviders, models } = configuration;
  await modelProviders.create({ name: "us", base_url: `${origin}/v1`, api_key: SECRET });
  const provider = "us";
  const free = { provider, is_free: true };
  await models.create({ ...free, model_name: "eyes", category: "vision", order: 1 });
  await models.create({ ...free, model_name: "little", provider_model: "small", order: 2 });
  await models.create({ ...free, model_name: "old", enabled: false });
  await models.create({ ...free, model_name: "painter", category: "image" });
  await models.create({ model_name: "big", provider, input_price: "1" });
}

describe("the proxy", () => {
  // spec: http.free-models, ai-proxy.max-tokens, ai-proxy.temperature
  test("lists the free models that chat, and asks one of them", async () => {
    await using upstream = await startUpstream(openai);
    await addModels(upstream.origin);
    const { proxy } = createNode();
    expect(await proxy.freeModels()).toEqual([
      { id: "eyes", provider: "us" },
      { id: "little", provider: "us" },
    ]);
    const answer = await proxy.complete({
      model: "little",
      messages: [{ role: "system", content: "Be brief." }, ...HELLO.messages],
      max_tokens: 100_000,
      temperature: 2,
    });
    expect(answer).toEqual({ choices: [{ message: { role: "assistant", content: "yes" } }] });
    expect(JSON.parse(upstream.arrived[0]?.body ?? "")).toEqual({
      model: "small",
      messages: [{ role: "user", content: "Be brief.\n\nhello" }],
      max_tokens: 2000,
      temperature: 1.5,
      stream: false,
    });
  });

  // spec: ai-proxy.default-model, ai-proxy.max-tokens, ai-proxy.temperature
  test("without a model it asks the default one, or else the first free chat model", async () => {
    await using upstream = await startUpstream(openai);
    await addModels(upstream.origin);
    const { proxy } = createNode();
    const asked = async (): Promise<unknown> => {
      await proxy.complete(HELLO);
      return JSON.parse(upstream.arrived.at(-1)?.body ?? "");
    };
    const defaults = { max_tokens: 800, temperature: 0.7 };
    expect(await asked()).toMatchObject({ model: "small", ...defaults });
    await configuration.changeSettings({ default_model: "eyes" });
    expect(await asked()).toMatchObject({ model: "eyes" });
    // A model that is not free is no default.
    await configuration.changeSettings({ default_model: "big" });
    expect(await asked()).toMatchObject({ model: "small" });
  });

  // spec: ai-proxy.valid-models
  test.each(["big", "painter", "old", "unknown", "", "__proto__"])(
    'a model that is not free, does not chat or does not exist is refused: "%s"',
    async (model) => {
      await using upstream = await startUpstream(openai);
      await addModels(upstream.origin);
      const refused = createNode().proxy.complete({ ...HELLO, model });
      await expect(refused).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringMatching(/^model must be/),
      });
      expect(upstream.arrived).toEqual([]);
    },
  );

  test("a host without free models says so", async () => {
    const refused = createNode().proxy.complete(HELLO);
    await expect(refused).rejects.toMatchObject({ code: "NO_FREE_MODEL" });
  });

  test.each([
    ["wrong-key", "PROVIDER_FAILED"],
    ["rate-limited", "PROVIDER_FAILED"],
    ["failing", "PROVIDER_FAILED"],
    ["broken", "PROVIDER_FAILED"],
    ["cut-off", "PROVIDER_FAILED"],
  ] as const)(
    "an error of the provider (%s) is answered without its details",
    async (fault, code) => {
      await using upstream = await startUpstream(openai, fault);
      await addModels(upstream.origin);
      const { proxy, logged } = createNode();
      const error: unknown = await proxy.complete(HELLO).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, message: expect.stringMatching(/^the model failed/) });
      expect(error).not.toHaveProperty("cause");
      expect(JSON.stringify(error)).not.toContain("127.0.0.1");
      expect(logged).toHaveLength(1);
      expect(JSON.stringify(logged)).not.toContain(SECRET);
    },
  );

  test("a request that the model refuses has a code of its own", async () => {
    const body = JSON.stringify({ error: { message: `no, ${SECRET}` } });
    await using upstream = await startUpstream(() => ({ status: 400, body }));
    await addModels(upstream.origin);
    const refused = createNode().proxy.complete(HELLO);
    const message = "the model refuses these messages: send others";
    await expect(refused).rejects.toMatchObject({ code: "PROVIDER_REFUSED", message });
  });

  // spec: ai-proxy.timeout
  test("a provider that is silent has 30 seconds, and others wait for it in a bounded number", async () => {
    await using upstream = await startUpstream(openai, "silent");
    await addModels(upstream.origin);
    const { proxy, clock } = createNode(1);
    const waiting = proxy.complete(HELLO);
    const outcome = waiting.catch((thrown: unknown) => thrown);
    await upstream.requested();
    await expect(proxy.complete(HELLO)).rejects.toMatchObject({ code: "OVERLOADED" });
    clock.advance(29_999);
    clock.advance(1);
    expect(await outcome).toMatchObject({
      code: "PROVIDER_TIMEOUT",
      message: "the model did not answer within 30 seconds",
    });
  });

  // spec: ai-proxy.requests
  test("counts 60 requests an hour for each address, over all nodes", async () => {
    const [here, there] = [createNode(), createNode()];
    const address = "192.0.2.60";
    for (let request = 0; request < 60; request += 1) {
      const { proxy } = request % 2 === 0 ? here : there;
      expect(await proxy.admit(address)).toEqual({ allowed: true });
    }
    const refused = { allowed: false, retryAfterMs: 3_600_000 };
    expect(await here.proxy.admit(`::ffff:${address}`)).toEqual(refused);
    expect(await there.proxy.admit("192.0.2.61")).toEqual({ allowed: true });
    there.clock.advance(3_600_000);
    expect(await there.proxy.admit(address)).toEqual({ allowed: true });
  });
});

describe("the names of the models of a user's server", () => {
  // spec: http.ai-models-key
  test("are asked for with the user's key, bounded", async () => {
    const ids = [
      "b",
      "a",
      "a",
      "",
      "x".repeat(201),
      ...Array.from({ length: 2000 }, (_, id) => `m${id}`),
    ];
    const body = JSON.stringify({ data: ids.map((id) => ({ id })) });
    await using upstream = await startUpstream(() => ({ body }));
    await using fetch = createGuardedFetch({ allowedOrigins: [upstream.origin] });
    const names = createModelNames({ limiter: createNode().limiter, fetch });
    const given = { api_base_url: `${upstream.origin}/v1/`, api_key: SECRET };
    const { models } = await names.list(given);
    expect(models.slice(0, 3)).toEqual(["b", "a", "m0"]);
    expect(models).toHaveLength(1000);
    expect(upstream.arrived[0]?.url.pathname).toBe("/v1/models");
    expect(upstream.arrived[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
    await names.list({ ...given, api_key: "" });
    expect(upstream.arrived[1]?.headers.authorization).toBeUndefined();
  });

  test.each([
    ["http://example.com/v1", /only https addresses may be fetched/],
    ["https://169.254.169.254/v1", /no public address/],
    ["https://[::1]/v1", /no public address/],
    ["https://localhost/v1", /public/],
    ["https://example.com:8443/v1", /only port 443/],
  ])("%s is not reached, with the reason in words", async (api_base_url, message) => {
    const names = createModelNames({ limiter: createNode().limiter });
    const refused = names.list({ api_base_url, api_key: SECRET });
    await expect(refused).rejects.toMatchObject({
      code: "PROVIDER_UNREACHABLE",
      message: expect.stringMatching(message),
    });
  });

  test.each([
    [{ api_base_url: "nowhere", api_key: SECRET }, /^api_base_url must be/],
    [{ api_base_url: "https://example.com", api_key: "two words" }, /^api_key must be/],
  ])("%j is refused, naming the field", async (request, message) => {
    const names = createModelNames({ limiter: createNode().limiter });
    await expect(names.list(request)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(message),
    });
  });

  test("a server that is silent has 30 seconds", async () => {
    await using upstream = await startUpstream(openai, "silent");
    await using fetch = createGuardedFetch({ allowedOrigins: [upstream.origin] });
    const { limiter, clock } = createNode();
    const names = createModelNames({ limiter, fetch, clock });
    const asking = names.list({ api_base_url: upstream.origin, api_key: SECRET });
    const outcome = asking.catch((thrown: unknown) => thrown);
    await upstream.requested();
    clock.advance(30_000);
    expect(await outcome).toMatchObject({ code: "PROVIDER_TIMEOUT" });
  });

  test("one account asks 30 times a minute", async () => {
    const names = createModelNames({ limiter: createNode().limiter });
    for (let request = 0; request < 30; request += 1) await names.admit(7);
    expect(await names.admit(7)).toMatchObject({ allowed: false });
    expect(await names.admit(8)).toEqual({ allowed: true });
  });
});
