import { randomBytes } from "node:crypto";
import { createAesSecrets, createServices } from "@botwright/services";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openai, searxng } from "../../services/test/answers.ts";
import { SECRET, startUpstream } from "../../services/test/upstream.ts";
import {
  createServiceConfiguration,
  RETENTION_DAYS,
  type Database,
  type ServiceConfiguration,
} from "../src/index.ts";
import { createCollectingLogger } from "./collecting-logger.ts";
import { openTestDatabase } from "./test-database.ts";

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
const ASK = { messages: [{ role: "user", content: "well?" }] };
let database: Database;
let configuration: ServiceConfiguration;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom("ai_model").execute();
  await db.deleteFrom("ai_provider").execute();
  await db.deleteFrom("search_provider").execute();
  await db.deleteFrom("host_setting").execute();
  configuration?.close();
  configuration = createServiceConfiguration({ database, secrets });
});

/** The services of the account 1, as a host makes them. */
function plugin(of = configuration) {
  return createServices({ ai: of.ai, search: of.search }).forAccount(1)("a-plugin");
}

describe("models", () => {
  // spec: ai.routing
  test("are called at their provider, under its name for them, with its key", async () => {
    await using upstream = await startUpstream(openai);
    const { modelProviders, models } = configuration;
    await modelProviders.create({
      name: "us",
      base_url: `${upstream.origin}/v1/`,
      api_key: ` ${SECRET} `,
    });
    const model = await models.create({
      model_name: "little",
      provider: "us",
      provider_model: "small",
    });
    expect(model).toMatchObject({ display_name: "little", brand: "us", is_free: true, order: 0 });
    const { aiService } = plugin();
    expect(await aiService.callModel({ model: "little", ...ASK })).toMatchObject({ text: "yes" });
    const [request] = upstream.arrived;
    expect(request?.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ model: "small" });
  });

  test("may have names longer than those that people read", async () => {
    const { modelProviders, models } = configuration;
    const [provider, model_name] = ["p".repeat(128), "m".repeat(128)];
    await modelProviders.create({ name: provider, base_url: "https://models.example.org/v1" });
    const model = await models.create({ model_name, provider });
    expect(model).toMatchObject({
      model_name,
      provider_model: model_name,
      display_name: "m".repeat(100),
      brand: "p".repeat(100),
    });
  });

  test("have exact prices, and an order", async () => {
    const { modelProviders, models } = configuration;
    await modelProviders.create({ name: "us", base_url: "https://api.example.com/v1" });
    const big = { model_name: "big", provider: "us", order: 2, cost_multiplier: "1.10" };
    await models.create({ ...big, input_price: "0.070", output_price: 0.28 });
    await models.create({ model_name: "painter", provider: "us", category: "image", order: 1 });
    expect(await models.list()).toMatchObject([
      { model_name: "painter", category: "image", is_free: true },
      {
        model_name: "big",
        input_price: "0.070",
        output_price: "0.28",
        cost_multiplier: "1.10",
        is_free: false,
      },
    ]);
    const { aiService } = plugin();
    expect(await aiService.getModelInfo("big")).toMatchObject({
      input_price: 0.07,
      cost_multiplier: 1.1,
    });
  });

  test("change while the host runs: for plugins of this node and of others", async () => {
    const other = createServiceConfiguration({ database, secrets });
    const there = plugin(other).aiService;
    const here = plugin().aiService;
    expect(await there.getModelInfo("big")).toBeNull();
    const { modelProviders, models } = configuration;
    await modelProviders.create({ name: "us", base_url: "https://api.example.com/v1" });
    const { id } = await models.create({ model_name: "big", provider: "us" });
    expect(await here.isFreeModel("big")).toBe(true);
    await expect.poll(() => there.isFreeModel("big")).toBe(true);
    const changed = await models.update(id, { input_price: "3" });
    expect(changed).toMatchObject({ model_name: "big", input_price: "3", is_free: false });
    await expect.poll(() => there.isFreeModel("big")).toBe(false);
    const given = await models.update(id, { output_price: "1", is_free: true });
    expect(given).toMatchObject({ input_price: "3", is_free: true });
    expect(await models.update(id, { input_price: "4" })).toMatchObject({ is_free: true });
    await models.update(id, { enabled: false });
    await expect.poll(() => there.getModelsByCategory("chat")).toEqual([]);
    await models.remove(id);
    expect(await models.list()).toEqual([]);
    other.close();
  });

  test.each([
    [{ model_name: "two words" }, /^model_name must be/],
    [{ provider: "nobody" }, /^provider must be the name of a provider/],
    [{ display_name: "\n" }, /^display_name must be one line/],
    [{ input_price: "-1" }, /^input_price must be a decimal from 0/],
    [{ input_price: "NaN" }, /^input_price/],
    [{ output_price: "1e3" }, /^output_price/],
    [{ output_price: 1e-7 }, /^output_price/],
    [{ output_price: "1000000.1" }, /^output_price/],
    [{ cost_multiplier: Number.POSITIVE_INFINITY }, /^cost_multiplier/],
    [{ order: 1.5 }, /^order must be a whole number/],
  ])("%j is refused, naming the field", async (wrong, message) => {
    const { modelProviders, models } = configuration;
    await modelProviders.create({ name: "us", base_url: "https://api.example.com/v1" });
    const refused = models.create({ model_name: "big", provider: "us", ...wrong });
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(message),
    });
    expect(await models.list()).toEqual([]);
  });

  test("a name is one model's, and a model that is not there cannot be changed", async () => {
    const { modelProviders, models } = configuration;
    await modelProviders.create({ name: "us", base_url: "https://api.example.com/v1" });
    const [first, second] = await Promise.all(
      ["a", "b"].map((model_name) => models.create({ model_name, provider: "us" })),
    );
    const taken = { code: "MODEL_NAME_TAKEN" };
    const again = { model_name: "a", provider: "us" };
    await expect(models.create(again)).rejects.toMatchObject(taken);
    await expect(models.update(second?.id ?? 0, again)).rejects.toMatchObject(taken);
    await models.remove(first?.id ?? 0);
    const gone = { code: "MODEL_NOT_FOUND" };
    await expect(models.remove(first?.id ?? 0)).rejects.toMatchObject(gone);
    await expect(models.update(first?.id ?? 0, {})).rejects.toMatchObject(gone);
  });
});

describe("providers", () => {
  test("do not show their keys, in the database either", async () => {
    const { modelProviders } = configuration;
    const { id } = await modelProviders.create({
      name: "us",
      base_url: "https://api.example.com/v1",
      api_key: SECRET,
    });
    expect(await modelProviders.list()).toEqual([
      {
        id,
        name: "us",
        base_url: "https://api.example.com/v1",
        has_key: true,
        models: 0,
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    const rows = await database.db.selectFrom("ai_provider").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  test("keep the key for the server that it was entered for", async () => {
    await using upstream = await startUpstream(openai);
    const { modelProviders, models } = configuration;
    const base_url = `${upstream.origin}/v1`;
    const { id } = await modelProviders.create({ name: "us", base_url, api_key: SECRET });
    await models.create({ model_name: "small", provider: "us" });
    await modelProviders.update(id, { name: "them", base_url: `${upstream.origin}/v2` });
    expect((await plugin().aiService.callModel({ model: "small", ...ASK })).error).toBeNull();
    expect(upstream.arrived.at(-1)?.url.pathname).toBe("/v2/chat/completions");
    expect(upstream.arrived.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`);

    const elsewhere = "https://evil.example.com/v1";
    await expect(modelProviders.update(id, { base_url: elsewhere })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^api_key must be given again/),
    });
    // Nor does a change of the row send it elsewhere.
    const row = database.db.updateTable("ai_provider").where("id", "=", id);
    await row.set({ base_url: elsewhere }).execute();
    const { logger, lines } = createCollectingLogger();
    const fresh = createServiceConfiguration({ database, secrets, logger });
    const { error } = await plugin(fresh).aiService.callModel({ model: "small", ...ASK });
    expect(error).toMatch(/has no provider/);
    expect(lines).toEqual(["a provider cannot be used"]);
    fresh.close();

    const removed = await modelProviders.update(id, { base_url, api_key: null });
    expect(removed.has_key).toBe(false);
    await plugin().aiService.callModel({ model: "small", ...ASK });
    expect(upstream.arrived.at(-1)?.headers.authorization).toBeUndefined();
  });

  test("stay as long as they have models", async () => {
    const { modelProviders, models } = configuration;
    const base_url = "https://api.example.com/v1";
    const { id } = await modelProviders.create({ name: "us", base_url });
    const model = await models.create({ model_name: "small", provider: "us" });
    await expect(modelProviders.remove(id)).rejects.toMatchObject({ code: "PROVIDER_IN_USE" });
    const again = modelProviders.create({ name: "us", base_url });
    await expect(again).rejects.toMatchObject({ code: "PROVIDER_NAME_TAKEN" });
    await models.remove(model.id);
    await modelProviders.remove(id);
    await expect(modelProviders.remove(id)).rejects.toMatchObject({ code: "PROVIDER_NOT_FOUND" });
  });

  test.each([
    [{ name: "" }, /^name must be/],
    [{ base_url: "ftp://example.com" }, /^base_url must be an http/],
    [{ api_key: "two words" }, /^api_key must be one word/],
  ])("%j is refused, naming the field", async (wrong, message) => {
    const base_url = "https://api.example.com/v1";
    const refused = configuration.modelProviders.create({ name: "us", base_url, ...wrong });
    await expect(refused).rejects.toThrow(message);
    expect(await configuration.modelProviders.list()).toEqual([]);
  });
});

describe("settings", () => {
  test("search engines are asked in their order; a key that is not given stays", async () => {
    await using upstream = await startUpstream(searxng);
    const { search_providers: first } = await configuration.changeSettings({
      search_providers: [
        { type: "brave", base_url: `${upstream.origin}/brave`, api_key: SECRET, enabled: false },
        { type: "searxng", name: "ours", base_url: upstream.origin },
      ],
    });
    expect(first).toMatchObject([
      { type: "brave", name: "brave", has_key: true, enabled: false },
      { type: "searxng", name: "ours", has_key: false, enabled: true },
    ]);
    expect(await plugin().searchService.search("cats")).toMatchObject({ source: "ours" });

    const [brave, ours] = first;
    if (brave === undefined || ours === undefined) throw new Error("there are two");
    const { search_providers: second } = await configuration.changeSettings({
      search_providers: [
        { id: ours.id, type: "searxng", enabled: false },
        { id: brave.id, type: "brave", enabled: true },
      ],
    });
    expect(second).toMatchObject([
      { name: "ours", base_url: upstream.origin, enabled: false },
      { name: "brave", has_key: true, enabled: true },
    ]);
    // It answers as SearXNG does, so that the search fails: it was asked with its key nevertheless.
    await expect(plugin().searchService.search("dogs")).rejects.toMatchObject({
      code: "API_ERROR",
    });
    expect(upstream.arrived.at(-1)?.headers["x-subscription-token"]).toBe(SECRET);
    const { search_providers: none } = await configuration.changeSettings({ search_providers: [] });
    expect(none).toEqual([]);
  });

  test.each([
    [{ type: "searxng" as const }, /^search_providers\[0\]\.base_url must be/],
    [{ type: "tavily" as const }, /^search_providers\[0\]\.api_key must be given/],
    [{ type: "duckduckgo" as const, id: 1_000_000 }, /^search_providers\[0\]\.id must be/],
    [{ type: "duckduckgo" as const, base_url: "x" }, /^search_providers\[0\]\.base_url must be/],
  ])("%j is refused, naming the field", async (wrong, message) => {
    const refused = configuration.changeSettings({ search_providers: [wrong] });
    await expect(refused).rejects.toThrow(message);
  });

  // spec: ai.free-images-settable
  test("the free images of a day count from the next call on", async () => {
    const { aiService } = plugin();
    expect(await aiService.getFreeImageQuota()).toEqual({ dailyPerUser: 0 });
    await configuration.changeSettings({ free_images_per_day: 3 });
    expect(await aiService.getFreeImageQuota()).toEqual({ dailyPerUser: 3 });
    await configuration.changeSettings({ default_model: "big" });
    expect(await configuration.settings()).toEqual({
      free_images_per_day: 3,
      default_model: "big",
      journal_days: 7,
      search_providers: [],
    });
    const wrong = configuration.changeSettings({ free_images_per_day: -1 });
    await expect(wrong).rejects.toThrow(/^free_images_per_day must be/);
  });
});

test("all nodes store journals for as long as an administrator sets", async () => {
  const [here, there] = [{ journals: 14 }, { journals: 14, messages: 20 }].map((retention) =>
    createServiceConfiguration({ database, secrets, retention }),
  );
  if (here === undefined || there === undefined) throw new Error("there are two nodes");
  expect(await there.settings()).toMatchObject({ journal_days: 14 });
  expect(await here.changeSettings({ journal_days: 28 })).toMatchObject({ journal_days: 28 });
  expect(await here.retentionDays()).toEqual({ ...RETENTION_DAYS, journals: 28 });
  // It was started with fewer days for the messages that the journals belong to.
  await expect.poll(async () => (await there.retentionDays()).journals).toBe(20);
  await expect(here.changeSettings({ journal_days: 31 })).rejects.toThrow(/journals .* 30 days/);
  await expect(here.changeSettings({ journal_days: 0 })).rejects.toThrow(/journals must be 1 to/);
  expect(await here.changeSettings({ journal_days: null })).toMatchObject({ journal_days: 14 });
  here.close();
  there.close();
  expect(() =>
    createServiceConfiguration({ database, secrets, retention: { messages: 1 } }),
  ).toThrow(/messages must be 3 to/);
});

test("a new host begins with its seed, once, however many nodes start", async () => {
  const seed = {
    providers: [{ name: "us", base_url: "https://api.example.com/v1", api_key: SECRET }],
    models: [{ model_name: "small", provider: "us" }],
    search_providers: [{ type: "duckduckgo" as const }],
    free_images_per_day: 5,
  };
  const nodes = [1, 2, 3].map(() => createServiceConfiguration({ database, secrets }));
  const written = await Promise.all(nodes.map((node) => node.seed(seed)));
  expect(written.filter(Boolean)).toHaveLength(1);
  const [model] = await configuration.models.list();
  expect(model).toMatchObject({ model_name: "small", provider: "us" });
  expect(await configuration.settings()).toMatchObject({
    free_images_per_day: 5,
    search_providers: [{ type: "duckduckgo" }],
  });

  await configuration.models.remove(model?.id ?? 0);
  expect(await configuration.seed(seed)).toBe(false);
  expect(await configuration.models.list()).toEqual([]);
  for (const node of nodes) node.close();
});
