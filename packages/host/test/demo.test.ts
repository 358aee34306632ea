import { randomBytes } from "node:crypto";
import { inflateSync } from "node:zlib";
import {
  createAesSecrets,
  createMemoryLedger,
  createOpenAIProvider,
  createServices,
} from "@botwright/services";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUsers } from "../src/auth/users.ts";
import { DEMO_EMAIL } from "../src/demo/demo-content.ts";
import {
  createAuth,
  createServiceConfiguration,
  type Database,
  type DemoProviders,
  installDemo,
  startDemoProviders,
} from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
let database: Database;
let demo: DemoProviders;
beforeAll(async () => {
  database = await openTestDatabase();
  demo = await startDemoProviders();
});
afterAll(async () => {
  await demo.close();
  await database.close();
});

/** A host with the demo's models, and a plugin of an account with 100 credits. */
async function openHost(at = demo) {
  const configuration = createServiceConfiguration({ database, secrets });
  await installDemo(configuration, at);
  const ledger = createMemoryLedger();
  ledger.setBalance(1, 100);
  const services = createServices({
    ai: { ...configuration.ai, ledger },
    search: configuration.search,
  });
  return { ...services.forAccount(1)("a-plugin"), configuration, ledger };
}

const user = (content: string) => ({ role: "user", content });

test("the demo's user is known by the whole address, not by a part of others'", async () => {
  const publicUrl = "http://localhost:3000";
  const { db } = database;
  const auth = createAuth({ db, publicUrl, secret: "s".repeat(32) });
  const users = createUsers({ db, auth, publicUrl });
  const demoAccount = { name: "Demo", email: DEMO_EMAIL, password: "correct horse" };
  const [demoUser, same] = await Promise.all([
    users.ensure(demoAccount),
    users.ensure(demoAccount),
  ]);
  expect(same).toEqual(demoUser);
  const alike = `another-${DEMO_EMAIL}`;
  await users.create({ name: DEMO_EMAIL, email: alike, password: "correct horse" });
  expect(await users.ensure({ ...demoAccount, email: DEMO_EMAIL.toUpperCase() })).toEqual(demoUser);
});

describe("the demo's models", () => {
  test("say that they are a demo, everywhere", async () => {
    const { aiService } = await openHost();
    const categories = ["chat", "vision", "image"] as const;
    const models = await Promise.all(categories.map((name) => aiService.getModelsByCategory(name)));
    for (const { model_name, display_name, brand } of models.flat()) {
      expect(model_name).toMatch(/^demo-/);
      expect(display_name).toMatch(/^Demo /);
      expect(brand).toBe("Demo");
    }
    const provider = createOpenAIProvider({ baseUrl: demo.aiBaseUrl });
    const names = await provider.listModels({ signal: new AbortController().signal });
    expect(names).toEqual(["demo-chat", "demo-echo", "demo-vision", "demo-image", "demo-paid"]);
  });

  test("demo-echo answers with the messages that arrived", async () => {
    const { aiService } = await openHost();
    const messages = [user("one"), { role: "assistant", content: "[demo] …" }, user("two")];
    const input = { model: "demo-echo", systemPrompt: "Be brief.", messages, maxTokens: 1 };
    const { text, free_use } = await aiService.callModel(input);
    expect(JSON.parse(text)).toEqual([{ role: "system", content: "Be brief." }, ...messages]);
    expect(free_use).toBe(true);
  });

  test("the same messages have the same answer and the same tokens, in the user's language", async () => {
    const { aiService } = await openHost();
    const ask = (content: string) =>
      aiService.callModel({ model: "demo-chat", messages: [user("hello"), user(content)] });
    const answer = await ask("are you there?");
    expect(answer).toMatchObject({
      text: "[demo] I am a demo and answer by rule. This is your message 2: “are you there?”",
      usage: { prompt_tokens: 14, completion_tokens: 21 },
    });
    expect(await ask("are you there?")).toEqual(answer);
    expect((await ask("你好")).text).toBe(
      "[demo] 我是演示模型，只按规则回答。这是您的第 2 条消息：“你好”",
    );
  });

  test("an answer has at most as many tokens as it may, and whole characters", async () => {
    const { aiService } = await openHost();
    const input = { model: "demo-chat", messages: [user("你好")], maxTokens: 4 };
    const { text, usage } = await aiService.callModel(input);
    expect(text).toBe("[demo] 我是演");
    expect(usage.completion_tokens).toBe(4);
  });

  test("demo-vision counts pictures", async () => {
    const { aiService } = await openHost();
    const picture = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
    const content = [{ type: "text", text: "what is this?" }, picture];
    const messages = [{ role: "user", content }];
    const { text, usage } = await aiService.callModel({ model: "demo-vision", messages });
    expect(text).toContain("I see 1 picture.");
    expect(usage.prompt_tokens).toBe(4 + 4 + 256);
  });

  test("demo-paid costs credits, by its tokens", async () => {
    const { aiService, ledger } = await openHost();
    const messages = [user("x".repeat(40_000))];
    const result = await aiService.callModel({ model: "demo-paid", messages });
    // (10,004 × 0.5 + 71 × 1.5) / 1,000,000 × 2 × 100, rounded up.
    expect(result).toMatchObject({ credits_deducted: 2, free_use: false });
    expect(await ledger.balance(1)).toBe(98);
  });

  test("demo-image makes a picture of the size that was asked for", async () => {
    const { aiService } = await openHost();
    const input = { model: "demo-image", imagePrompt: "a cat", imageSize: "64x32" };
    const { imageUrl, text, credits_deducted, free_use } = await aiService.callModel(input);
    expect({ text, credits_deducted, free_use }).toEqual({
      text: "[demo] a cat",
      credits_deducted: 0,
      free_use: true,
    });
    const [kind, base64 = ""] = (imageUrl ?? "").split(",");
    expect(kind).toBe("data:image/png;base64");
    const png = Buffer.from(base64, "base64");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 32]);
    const data = png.subarray(png.indexOf("IDAT") + 4, png.indexOf("IEND") - 8);
    expect(inflateSync(data)).toHaveLength(32 * (1 + 3 * 64));
  });

  test.each([
    ["/chat/completions", { model: "demo-image", messages: [] }, 404],
    ["/chat/completions", { model: "gpt", messages: [] }, 404],
    ["/chat/completions", { model: "demo-chat" }, 400],
    ["/images/generations", { model: "demo-chat", prompt: "a cat" }, 404],
    ["/embeddings", {}, 404],
  ])("POST %s with %j is refused as OpenAI does", async (path, body, status) => {
    const sent = { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${demo.aiBaseUrl}${path}`, sent);
    expect(answer.status).toBe(status);
    const { error } = JSON.parse(await answer.text());
    expect(error).toMatchObject({ message: expect.any(String), type: "invalid_request_error" });
  });
});

test("the demo's search engine finds pages that say so", async () => {
  const { searchService } = await openHost();
  const { results, source } = await searchService.search("cats", { maxResults: 3 });
  expect(source).toBe("demo");
  expect(results).toHaveLength(3);
  for (const { title, url } of results) {
    expect(title).toMatch(/^\[demo\] Result \d for “cats”$/);
    expect(url).toMatch(/^https:\/\/example\.com\//);
  }
  expect((await searchService.search("nothing")).results).toEqual([]);
});

test("a host that starts again finds the demo where it is now, as its administrator left it", async () => {
  const { configuration } = await openHost();
  const paid = (await configuration.models.list()).find(
    ({ model_name }) => model_name === "demo-paid",
  );
  await configuration.models.remove(paid?.id ?? 0);
  await using moved = await startDemoProviders();
  const { aiService, searchService, configuration: again } = await openHost(moved);
  expect((await again.models.list()).map(({ model_name }) => model_name)).toEqual([
    "demo-chat",
    "demo-echo",
    "demo-vision",
    "demo-image",
  ]);
  expect(await again.modelProviders.list()).toMatchObject([{ base_url: moved.aiBaseUrl }]);
  expect((await aiService.callModel({ model: "demo-chat", messages: [] })).error).toBeNull();
  expect((await searchService.search("cats")).source).toBe("demo");
});
