import { createManualClock, type ManualClock } from "@botwright/core";
import { aiServiceContract } from "@botwright/core/contract";
import {
  type AIOptions,
  createMemoryLedger,
  createMemoryServiceLog,
  createOpenAIProvider,
  createServices,
  type MemoryLedger,
  type ModelDefinition,
} from "@botwright/services";
import { describe, expect, test } from "vitest";
import { type Arrived, SECRET, startUpstream, type UpstreamAnswer } from "./upstream.ts";

const MODELS: readonly ModelDefinition[] = [
  { name: "free", provider: "local" },
  { name: "paid", provider: "local", inputPrice: 100, outputPrice: "200", multiplier: 1.5 },
  { name: "broken", provider: "local", inputPrice: 100 },
  { name: "painter", provider: "local", category: "image", inputPrice: 40 },
];

const PAID_USAGE = { prompt_tokens: 1000, completion_tokens: 500 };
const STARTED = Date.UTC(2026, 0, 5, 9);
const ASK = { messages: [{ role: "user", content: "well?" }] };

function answer({ url, body }: Arrived): UpstreamAnswer {
  if (url.pathname === "/v1/images/generations") {
    return { body: JSON.stringify({ data: [{ url: "https://images.example.com/1.png" }] }) };
  }
  if (body.includes('"broken"')) return { status: 500, body: "{}" };
  const content = body.includes('"paid"') ? "no" : "yes";
  const usage = body.includes('"paid"') ? { usage: PAID_USAGE } : {};
  return { body: JSON.stringify({ choices: [{ message: { content } }], ...usage }) };
}

interface Opened extends AsyncDisposable {
  readonly arrived: readonly Arrived[];
  readonly clock: ManualClock;
  readonly ledger: MemoryLedger;
  readonly services: ReturnType<typeof createServices>;
  readonly log: ReturnType<typeof createMemoryServiceLog>;
}

async function open(
  credits: number,
  more: Partial<AIOptions> = {},
  answerWith: typeof answer = answer,
): Promise<Opened> {
  const upstream = await startUpstream(answerWith);
  const clock = createManualClock(STARTED);
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(1, credits);
  const log = createMemoryServiceLog();
  const local = createOpenAIProvider({
    baseUrl: `${upstream.origin}/v1`,
    apiKey: SECRET,
    name: "local",
  });
  const ai = { models: MODELS, providers: { local }, ledger, freeImagesPerDay: 1, ...more };
  const services = createServices({ ai, clock, log });
  const { arrived } = upstream;
  const dispose = (): PromiseLike<void> => upstream[Symbol.asyncDispose]();
  return { arrived, clock, ledger, services, log, [Symbol.asyncDispose]: async () => dispose() };
}

const cases = aiServiceContract({
  async open({ credits }) {
    const { services, ledger, clock, [Symbol.asyncDispose]: dispose } = await open(credits);
    return {
      service: services.forAccount(1)("painter").aiService,
      balance: () => ledger.balance(1),
      advance: (ms) => clock.advance(ms),
      [Symbol.asyncDispose]: dispose,
    };
  },
});

describe("the AI service, over an OpenAI-compatible server, keeps the port's contract", () => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

// spec: ai.system-prompt, ai.content-parts
test("the system prompt is the first message, and content parts go through as they are", async () => {
  await using opened = await open(1000);
  const { aiService } = opened.services.forAccount(1)("notes");
  const parts = [
    { type: "text", text: "what is this?" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ];
  await aiService.callModel({
    model: "free",
    systemPrompt: "Be short.",
    messages: [{ role: "user", content: parts }],
    maxTokens: 7,
  });
  const [request] = opened.arrived;
  expect(request?.headers.authorization).toBe(`Bearer ${SECRET}`);
  expect(JSON.parse(request?.body ?? "")).toEqual({
    model: "free",
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: parts },
    ],
    max_tokens: 7,
    stream: false,
  });
});

test.each([
  [{ model: "painter", ...ASK }, /give imagePrompt/],
  [{ model: "free", imagePrompt: "a cat" }, /makes no pictures/],
  [{ model: "painter", imagePrompt: " " }, /not empty/],
  [{ model: "painter", imagePrompt: "a cat", imageSize: "1024" }, /1024x1024/],
  [{ model: "painter", imagePrompt: "a cat", imageSize: "01x100000" }, /1024x1024/],
  [{ model: "paid", ...ASK, maxTokens: 0 }, /maxTokens/],
  [{ model: "paid", ...ASK, maxTokens: 2 ** 53 }, /maxTokens/],
  [{ model: "unheard-of", ...ASK }, /no model "unheard-of"/],
  [{ model: "constructor", ...ASK }, /no model/],
])(
  "an input that does not fit is an error text, and no provider is asked: %j",
  async (input, error) => {
    await using opened = await open(1000);
    const { aiService } = opened.services.forAccount(1)("notes");
    const result = await aiService.callModel(input);
    expect(result.error).toMatch(error);
    expect(result.credits_deducted).toBe(0);
    expect(opened.arrived).toEqual([]);
    expect(await aiService.getImageUsageToday()).toBe(0);
    expect(opened.ledger.balanceOf(1)).toBe(1000);
  },
);

// spec: ai.max-tokens
test("an answer may have 1024 tokens, unless the plugin says otherwise", async () => {
  await using opened = await open(1000);
  await opened.services
    .forAccount(1)("notes")
    .aiService.callModel({ model: "free", ...ASK });
  expect(JSON.parse(opened.arrived[0]?.body ?? "")).toMatchObject({ max_tokens: 1024 });
});

// spec: ai.insufficient
test("with too few credits the error says what to do", async () => {
  await using opened = await open(1);
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
    await using opened = await open(credits, { models: [model] });
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
  await using opened = await open(40, {}, () => ({ body }));
  const { aiService } = opened.services.forAccount(1)("notes");
  const result = await aiService.callModel({ model: "paid", ...ASK });
  expect(result.error).toBeNull();
  expect(result.credits_deducted).toBeLessThanOrEqual(40);
  expect(opened.ledger.balanceOf(1)).toBe(40 - result.credits_deducted);
});

test.each([[{}], [{ usage: { prompt_tokens: -1, completion_tokens: 0.5 } }]])(
  "a provider that counts no tokens (%j) is charged by an estimate",
  async (usage) => {
    const body = JSON.stringify({ choices: [{ message: { content: "yes!" } }], ...usage });
    await using opened = await open(1000, {}, () => ({ body }));
    const { aiService } = opened.services.forAccount(1)("notes");
    const result = await aiService.callModel({ model: "paid", ...ASK });
    expect(result.usage).toEqual({ prompt_tokens: 10, completion_tokens: 1 });
    expect(result.credits_deducted).toBe(1);
  },
);

// spec: billing.once
test("an effect is charged once, however often it is performed", async () => {
  await using opened = await open(1000);
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
  await using opened = await open(1000, {}, (request) =>
    isDown ? { status: 503, body: "" } : answer(request),
  );
  const effect = opened.services.forAccount(1)("notes").aiService.forEffect("bot/7/notes/3");
  expect((await effect.callModel({ model: "paid", ...ASK })).error).toMatch(/503/);
  expect(opened.ledger.balanceOf(1)).toBe(1000);
  isDown = false;
  for (let again = 0; again < 2; again++) await effect.callModel({ model: "paid", ...ASK });
  expect(opened.ledger.balanceOf(1)).toBe(970);
});

test("pictures begin anew at midnight in the host's time zone", async () => {
  await using opened = await open(0, { timeZone: "Asia/Shanghai" });
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
  await using opened = await open(0, { limits: { freeCallsPerUserPerHour: 2 } });
  const call = async (userId: number, slug: string): Promise<string | null> => {
    const { aiService } = opened.services.forAccount(userId)(slug);
    return (await aiService.callModel({ model: "free", ...ASK })).error;
  };
  expect(await call(1, "a")).toBeNull();
  expect(await call(1, "b")).toBeNull();
  expect(await call(1, "c")).toMatch(/2 times an hour/);
  expect(await call(2, "a")).toBeNull();
});

test("a provider that never answers ends with the time-out, and is not charged", async () => {
  const upstream = await startUpstream(answer, "silent");
  await using _ = upstream;
  const clock = createManualClock(STARTED);
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(1, 100);
  const local = createOpenAIProvider({ baseUrl: upstream.origin });
  const services = createServices({ ai: { models: MODELS, providers: { local }, ledger }, clock });
  const calling = services
    .forAccount(1)("notes")
    .aiService.callModel({ model: "paid", ...ASK });
  await upstream.requested();
  expect(ledger.balanceOf(1)).toBeLessThan(100);
  clock.advance(120_000);
  expect((await calling).error).toMatch(/120000 ms/);
  expect(ledger.balanceOf(1)).toBe(100);
});

test("a limit ends in an error text, before the account is empty, until the day is over", async () => {
  await using opened = await open(1000, { timeZone: "Asia/Shanghai" });
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

// spec: ai.logging
test("every call is recorded, without what was said", async () => {
  await using opened = await open(1000);
  const { aiService } = opened.services.forAccount(1)("notes");
  await aiService.callModel({ model: "paid", ...ASK });
  await aiService.callModel({ model: "broken", ...ASK });
  await aiService.callModel({ model: `unheard-of ${"x".repeat(1000)}`, ...ASK });
  expect(opened.log.entries()).toMatchObject([
    { type: "ai", userId: 1, pluginSlug: "notes", model: "paid", credits: 30, error: null },
    { type: "ai", model: "broken", credits: 0, error: expect.stringContaining("500") },
    { model: `unheard-of ${"x".repeat(89)}`, credits: 0, errorCode: "MODEL_UNKNOWN" },
  ]);
  expect(JSON.stringify(opened.log.entries())).not.toMatch(/well\?/);
  const [settlement] = await opened.ledger.rows(1, 1);
  expect(settlement).toMatchObject({ pluginSlug: "notes", description: "broken" });
});

test("prices and limits that cannot be read are refused when the services are made", () => {
  const models = [{ name: "odd", provider: "local", inputPrice: "cheap" }];
  expect(() => createServices({ ai: { models, providers: {} } })).toThrow(/"odd".*inputPrice/);
  const limits = { timeoutMs: Number.NaN };
  expect(() => createServices({ ai: { models: [], providers: {}, limits } })).toThrow(
    /limits\.timeoutMs must be a number from 0 on, not NaN/,
  );
  const zone = { models: [], providers: {}, timeZone: "Nowhere/Else" };
  expect(() => createServices({ ai: zone })).toThrow(/timeZone/);
});

test("models and providers may change while the host runs", async () => {
  await using upstream = await startUpstream(answer);
  const first = createOpenAIProvider({ baseUrl: `${upstream.origin}/first` });
  const second = createOpenAIProvider({ baseUrl: `${upstream.origin}/second` });
  let current: typeof first | undefined = first;
  const providers = async () => current;
  const { aiService } = createServices({ ai: { models: MODELS, providers } }).forAccount(1)("chat");
  await aiService.callModel({ model: "free", ...ASK });
  current = second;
  await aiService.callModel({ model: "free", ...ASK });
  current = undefined;
  const { error } = await aiService.callModel({ model: "free", ...ASK });
  expect(error).toMatch(/has no provider/);
  expect(upstream.arrived.map(({ url }) => url.pathname)).toEqual([
    "/first/chat/completions",
    "/second/chat/completions",
  ]);
});
