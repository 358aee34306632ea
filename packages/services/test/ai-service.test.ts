import { createManualClock } from "@botwright/core";
import { aiServiceContract } from "@botwright/core/contract";
import { createMemoryLedger, createOpenAIProvider, createServices } from "@botwright/services";
import { describe, expect, test } from "vitest";
import { answer, ASK, MODELS, openServices, STARTED } from "./ai-opened.ts";
import { SECRET, startUpstream } from "./upstream.ts";

const cases = aiServiceContract({
  async open({ credits }) {
    const { services, ledger, clock, [Symbol.asyncDispose]: dispose } = await openServices(credits);
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
  await using opened = await openServices(1000);
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
    await using opened = await openServices(1000);
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
  await using opened = await openServices(1000);
  await opened.services
    .forAccount(1)("notes")
    .aiService.callModel({ model: "free", ...ASK });
  expect(JSON.parse(opened.arrived[0]?.body ?? "")).toMatchObject({ max_tokens: 1024 });
});

// spec: ai.insufficient
// spec: billing.once
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

// spec: ai.logging
test("every call is recorded, without what was said", async () => {
  await using opened = await openServices(1000);
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
