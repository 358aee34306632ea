import type { ModelDefinition } from "@botwright/services";
import { describe, expect, test } from "vitest";
import { answer, ASK, openServices } from "./ai-opened.ts";

test("with too few credits the error says what to do", async () => {
  await using opened = await openServices(1);
  const { aiService } = opened.services.forAccount(1)("notes");
  const { error } = await aiService.callModel({ model: "paid", ...ASK });
  expect(error).toMatch(/top up, or use a free model/);
  expect(opened.arrived).toEqual([]);
});

describe("an image in a chat is reserved with the tokens that its model says at most", () => {
  // 150 USD per million tokens and 100 credits per USD: a token costs 0.015 credits.
  const vision = { name: "vision", provider: "local", inputPrice: 150, maxMediaTokens: 100_000 };
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  const look = { model: "vision", messages: [{ role: "user", content: [image] }], maxTokens: 1 };
  const callWith = async (credits: number, model: ModelDefinition) => {
    await using opened = await openServices(credits, { models: [model] });
    const { aiService } = opened.services.forAccount(1)("notes");
    const result = await aiService.callModel(look);
    const rows = await opened.ledger.rows(1, 10);
    const reserved = rows.find(({ kind }) => kind === "reservation")?.credits;
    return { result, asked: opened.arrived.length, reserved };
  };

  test("a balance below it is an error text, and no provider is asked", async () => {
    const { result, asked } = await callWith(1499, vision);
    expect(result).toMatchObject({ error: expect.stringMatching(/top up/), credits_deducted: 0 });
    expect(asked).toBe(0);
  });

  test("a balance above it is reserved, and only what was used is charged", async () => {
    const { result, asked, reserved } = await callWith(1600, vision);
    expect(result).toMatchObject({ error: null, text: "yes" });
    expect(asked).toBe(1);
    expect(result.credits_deducted).toBeLessThan(10);
    // The image, and 32 tokens for the message and the chat.
    expect(reserved).toBe(-Math.ceil(100_032 * 0.015));
  });

  test("a model that does not say counts 16384", async () => {
    const { maxMediaTokens: _tokens, ...unsaid } = vision;
    expect((await callWith(245, unsaid)).asked).toBe(0);
    expect((await callWith(255, unsaid)).asked).toBe(1);
  });
});

test("usage above the reservation is charged up to it, and the balance stays above zero", async () => {
  const usage = { prompt_tokens: 9_000_000, completion_tokens: 9_000_000 };
  const body = JSON.stringify({ choices: [{ message: { content: "long" } }], usage });
  await using opened = await openServices(40, {}, () => ({ body }));
  const { aiService } = opened.services.forAccount(1)("notes");
  const result = await aiService.callModel({ model: "paid", ...ASK });
  expect(result.error).toBeNull();
  expect(result.credits_deducted).toBeLessThanOrEqual(40);
  expect(opened.ledger.balanceOf(1)).toBe(40 - result.credits_deducted);
});

test("at the highest price too, whatever the provider claims", async () => {
  const dear = { name: "dear", provider: "local", inputPrice: 1_000_000, multiplier: 1000 };
  const usage = { prompt_tokens: 2 ** 40, completion_tokens: 1 };
  const body = JSON.stringify({ choices: [{ message: { content: "yes" } }], usage });
  await using opened = await openServices(1e12, { models: [dear] }, () => ({ body }));
  const { aiService } = opened.services.forAccount(1)("notes");
  const { error, credits_deducted } = await aiService.callModel({ model: "dear", ...ASK });
  expect(error).toBeNull();
  expect(credits_deducted).toBeGreaterThan(0);
  expect(opened.ledger.balanceOf(1)).toBe(1e12 - credits_deducted);
});

test.each([
  [{}],
  [{ usage: { prompt_tokens: -1, completion_tokens: 0.5 } }],
  [{ usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }],
])("a provider that counts no tokens (%j) is charged by an estimate", async (usage) => {
  const body = JSON.stringify({ choices: [{ message: { content: "yes!" } }], ...usage });
  await using opened = await openServices(1000, {}, () => ({ body }));
  const { aiService } = opened.services.forAccount(1)("notes");
  const result = await aiService.callModel({ model: "paid", ...ASK });
  expect(result.usage).toEqual({ prompt_tokens: 10, completion_tokens: 1 });
  expect(result.credits_deducted).toBe(1);
});

test("an effect is charged once, however often it is performed", async () => {
  await using opened = await openServices(1000);
  const { aiService } = opened.services.forAccount(1)("notes");
  const once = aiService.forEffect("bot/7/notes/3");
  const results = [];
  for (let again = 0; again < 3; again++) {
    results.push(await once.callModel({ model: "paid", ...ASK }));
  }
  expect(results.map(({ credits_deducted }) => credits_deducted)).toEqual([30, 30, 30]);
  expect(opened.ledger.balanceOf(1)).toBe(970);
  const keys = opened.arrived.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys)).toEqual(new Set(["bot/7/notes/3"]));

  const drawn = aiService.forEffect("bot/7/notes/4");
  for (let again = 0; again < 2; again++) {
    const picture = await drawn.callModel({ model: "painter", imagePrompt: "a cat" });
    expect(picture.free_use).toBe(true);
  }
  expect(await aiService.getImageUsageToday()).toBe(1);
});

test("an effect that was refunded is charged when it succeeds at last", async () => {
  let isDown = true;
  await using opened = await openServices(1000, {}, (request) =>
    isDown ? { status: 503, body: "" } : answer(request),
  );
  const effect = opened.services.forAccount(1)("notes").aiService.forEffect("bot/7/notes/3");
  expect((await effect.callModel({ model: "paid", ...ASK })).error).toMatch(/503/);
  expect(opened.ledger.balanceOf(1)).toBe(1000);
  isDown = false;
  for (let again = 0; again < 2; again++) await effect.callModel({ model: "paid", ...ASK });
  expect(opened.ledger.balanceOf(1)).toBe(970);
});

test.each([
  ["paid", ASK, 30],
  ["painter", { imagePrompt: "a cat" }, 4],
])(
  "an effect of %s that was charged says so, and logs it, when it fails on being performed again",
  async (model, input, charged) => {
    let isDown = false;
    const freeImagesPerDay = 0;
    await using opened = await openServices(5000, { freeImagesPerDay }, (request) =>
      isDown ? { status: 503, body: "" } : answer(request),
    );
    const { aiService } = opened.services.forAccount(1)("notes");
    const effect = aiService.forEffect("bot/7/notes/3");
    await effect.callModel({ model, ...input });
    isDown = true;
    const failed = await effect.callModel({ model, ...input });
    expect(failed).toMatchObject({
      error: expect.stringMatching(/503/),
      credits_deducted: charged,
    });
    expect(opened.ledger.balanceOf(1)).toBe(5000 - charged);
    const entry = { credits: charged, chargeKey: "bot/7/notes/3", errorCode: "PROVIDER_FAILED" };
    expect(opened.log.entries().at(-1)).toMatchObject(entry);
    expect(await aiService.getImageUsageToday()).toBe(model === "painter" ? 1 : 0);
  },
);

describe("a provider that counts no tokens is believed about no image", () => {
  const vision = { name: "vision", provider: "local", inputPrice: 150, maxMediaTokens: 1000 };
  test.each([
    [
      "a large one counts what its model says",
      `data:image/png;base64,${"A".repeat(400_000)}`,
      1000,
    ],
    ["a small one counts its bytes", "data:image/png;base64,AAAA", 7],
    ["one elsewhere may be large", "https://images.example.com/1.png", 1000],
  ])("%s", async (_name, url, tokens) => {
    await using opened = await openServices(1000, { models: [vision] });
    const { aiService } = opened.services.forAccount(1)("notes");
    const content = [{ type: "image_url", image_url: { url } }];
    const messages = [{ role: "user", content }];
    const { usage } = await aiService.callModel({ model: "vision", messages, maxTokens: 500 });
    // The words around an image are less than 20 tokens.
    expect(usage.prompt_tokens - tokens).toBeGreaterThan(0);
    expect(usage.prompt_tokens - tokens).toBeLessThan(20);
    expect(usage.completion_tokens).toBe(1);
  });
});

test("pictures begin anew at midnight in the host's time zone", async () => {
  await using opened = await openServices(0, { timeZone: "Asia/Shanghai" });
  const { aiService } = opened.services.forAccount(1)("notes");
  const draw = () => aiService.callModel({ model: "painter", imagePrompt: "a cat" });
  expect((await draw()).free_use).toBe(true);
  expect((await draw()).error).toMatch(/credits/);
  // 17:00 there; midnight is in seven hours.
  opened.clock.advance(7 * 3_600_000 - 1);
  expect(await aiService.getImageUsageToday()).toBe(1);
  opened.clock.advance(1);
  expect((await draw()).free_use).toBe(true);
});

test("the hourly limit of free models is one for all plugins of an account", async () => {
  await using opened = await openServices(0, { limits: { freeCallsPerUserPerHour: 2 } });
  const call = async (userId: number, slug: string): Promise<string | null> => {
    const { aiService } = opened.services.forAccount(userId)(slug);
    return (await aiService.callModel({ model: "free", ...ASK })).error;
  };
  expect(await call(1, "a")).toBeNull();
  expect(await call(1, "b")).toBeNull();
  expect(await call(1, "c")).toMatch(/2 times an hour/);
  expect(await call(2, "a")).toBeNull();
});

test("a limit ends in an error text, before the account is empty, until the day is over", async () => {
  await using opened = await openServices(1000, { timeZone: "Asia/Shanghai" });
  await opened.ledger.setLimits(1, [{ pluginSlug: "notes", period: "day", credits: 60 }]);
  const run = { botDbId: 4, messageId: "m-1" };
  const { aiService } = opened.services.forAccount(1)("notes", run);
  const ask = () => aiService.callModel({ model: "paid", ...ASK });
  expect((await ask()).error).toBeNull();
  const refused = await ask();
  expect(refused).toMatchObject({ credits_deducted: 0, error: expect.stringContaining("credits") });
  expect(refused.error).toMatch(/notes.*60 a day/);
  expect(opened.log.entries()).toMatchObject([
    { ...run, errorCode: null, chargeKey: expect.any(String) },
    { ...run, errorCode: "SPENDING_LIMIT" },
  ]);
  const { aiService: other } = opened.services.forAccount(1)("other");
  expect((await other.callModel({ model: "paid", ...ASK })).error).toBeNull();
  // 17:00 there; midnight is in seven hours.
  opened.clock.advance(7 * 3_600_000);
  expect((await ask()).error).toBeNull();
});
