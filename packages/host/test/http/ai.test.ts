import { createManualClock } from "@botwright/core";
import { createMemoryRateLimiter } from "@botwright/services";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openai } from "../../../services/test/answers.ts";
import { SECRET, startUpstream } from "../../../services/test/upstream.ts";
import { createHttpApp } from "../../src/http/app.ts";
import { createAIProxy } from "../../src/index.ts";
import { type Client, openTestApp, PUBLIC_URL, type TestApp } from "./test-app.ts";

const PROXY = "/api/plugins/ai-proxy";
const HELLO = { messages: [{ role: "user", content: "hello" }] };
let app: TestApp;
let user: Client;
beforeAll(async () => {
  app = await openTestApp();
  user = await app.addUser("user");
});
afterAll(() => app[Symbol.asyncDispose]());

async function read(answering: Response | Promise<Response>) {
  const answer = await answering;
  const body: unknown = JSON.parse(await answer.text());
  return { status: answer.status, body, retryAfter: answer.headers.get("retry-after") };
}

const ask = (api_base_url: string) =>
  read(user.send("POST", "/api/plugins/ai-models", { api_base_url, api_key: SECRET }));

describe("ai-proxy", () => {
  // spec: http.free-models, http.ai-proxy, ai-proxy.roles, ai-proxy.system, ai-proxy.answer
  // spec: auth.open
  test("asks a model of the list, in the specification's form, without login", async () => {
    const listed = await read(app.anyone.send("GET", "/api/plugins/free-models"));
    expect(listed.body).toEqual([
      { id: "demo-chat", provider: "demo" },
      { id: "demo-echo", provider: "demo" },
      { id: "demo-vision", provider: "demo" },
    ]);
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "assistant", content: "Hi!" },
      { role: "user", content: "hello" },
    ];
    const asked = await read(app.anyone.send("POST", PROXY, { model: "demo-echo", messages }));
    const arrived = [
      { role: "assistant", content: "Hi!" },
      { role: "user", content: "Be brief.\n\nhello" },
    ];
    expect(asked).toMatchObject({
      status: 200,
      body: { choices: [{ message: { role: "assistant", content: JSON.stringify(arrived) } }] },
    });
  });

  // spec: ai-proxy.roles, ai-proxy.messages-required, ai-proxy.valid-models, ai-proxy.characters
  // spec: ai-proxy.errors, http-error.wrong-type
  test.each([
    [{}, "messages"],
    [{ messages: [] }, "messages"],
    [{ messages: [{ role: "tool", content: "" }] }, "messages[0].role"],
    [{ messages: [{ role: "user", content: [] }] }, "messages[0].content"],
    [{ messages: [{ role: "user", content: "x".repeat(4001) }] }, "messages"],
    [{ ...HELLO, model: 7 }, "model"],
    [{ ...HELLO, model: "demo-paid" }, "model"],
    [{ ...HELLO, max_tokens: "7" }, "max_tokens"],
    [{ ...HELLO, temperature: null }, "temperature"],
  ])("%j is 400, naming the field", async (body, field) => {
    const refused = await read(app.anyone.send("POST", PROXY, body));
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(field), code: "INVALID_INPUT" },
    });
  });

  // spec: ai-proxy.requests, http-error.address, http-error.too-many
  test("answers the 61st request of an address within an hour with 429, right or wrong", async () => {
    const limiter = createMemoryRateLimiter();
    const { configuration } = app.options;
    const aiProxy = createAIProxy({ configuration, limiter });
    const http = createHttpApp({ ...app.options, aiProxy });
    const send = (body: unknown, address: string) => {
      const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" };
      const init = { method: "POST", body: JSON.stringify(body), headers };
      return read(http.fetch(new Request(PUBLIC_URL + PROXY, init), { address }));
    };
    for (let request = 0; request < 59; request += 1) await send({}, "192.0.2.1");
    expect(await send(HELLO, "192.0.2.1")).toMatchObject({ status: 200 });
    const refused = await send(HELLO, "192.0.2.1");
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(Number(refused.retryAfter)).toBeGreaterThan(3500);
    expect(await send(HELLO, "192.0.2.2")).toMatchObject({ status: 200 });
  });

  // spec: ai-proxy.errors, ai-proxy.timeout, http-error.upstream
  test("answers a failure of the provider with 502 and a silent one with 504, and no word of it", async () => {
    await using failing = await startUpstream(openai, "wrong-key");
    await using silent = await startUpstream(openai, "silent");
    for (const [name, { origin }] of Object.entries({ failing, silent })) {
      const provider = { name, base_url: origin, api_key: SECRET };
      await app.admin.send("POST", "/api/admin/providers", provider);
      await app.admin.send("POST", "/api/admin/models", { model_name: name, provider: name });
    }
    const clock = createManualClock();
    const { configuration, limiter } = app.options;
    const aiProxy = createAIProxy({ configuration, limiter, clock });
    const http = createHttpApp({ ...app.options, aiProxy });
    const send = (model: string) => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", body: JSON.stringify({ ...HELLO, model }), headers };
      return read(http.fetch(new Request(PUBLIC_URL + PROXY, init)));
    };
    expect(await send("failing")).toMatchObject({
      status: 502,
      body: {
        error: "the model failed: try again later, or choose another one",
        code: "PROVIDER_FAILED",
      },
    });
    const waiting = send("silent");
    await silent.requested();
    clock.advance(30_000);
    expect(await waiting).toMatchObject({ status: 504, body: { code: "PROVIDER_TIMEOUT" } });
  });
});

describe("ai-models", () => {
  // spec: http.ai-models
  test("names the models of a server", async () => {
    const answer = await ask(app.demo.aiBaseUrl);
    expect(answer).toMatchObject({
      status: 200,
      body: { models: ["demo-chat", "demo-echo", "demo-vision", "demo-image", "demo-paid"] },
    });
  });

  // spec: http.ai-models-failure
  test.each([
    ["https://169.254.169.254/v1", "no public address"],
    ["http://127.0.0.1:1/v1", "https"],
  ])("%s is 502 with the reason in words", async (address, reason) => {
    expect(await ask(address)).toMatchObject({
      status: 502,
      body: { error: expect.stringContaining(reason), code: "PROVIDER_UNREACHABLE" },
    });
  });
});

// spec: http-error.conflict
test("an administrator changes models, prices and settings, and users see them", async () => {
  const { admin } = app;
  const provider = { name: "ours", base_url: app.demo.aiBaseUrl, api_key: SECRET };
  const created = await read(admin.send("POST", "/api/admin/providers", provider));
  expect(created).toMatchObject({ status: 201, body: { name: "ours", has_key: true } });
  expect(JSON.stringify(created.body)).not.toContain(SECRET);
  const model = {
    model_name: "big",
    provider: "ours",
    input_price: "0.0700",
    output_price: "0.28",
    cost_multiplier: "1.5",
  };
  const { body } = await read(admin.send("POST", "/api/admin/models", model));
  expect(body).toMatchObject({ ...model, is_free: false });
  await admin.send("PUT", "/api/admin/settings", { free_images_per_day: 9 });
  const { body: models } = await read(user.send("GET", "/api/models"));
  expect(models).toMatchObject({
    free_images_per_day: 9,
    items: expect.arrayContaining([
      {
        ...model,
        display_name: "big",
        brand: "ours",
        category: "chat",
        is_free: false,
      },
    ]),
  });
  const again = await read(admin.send("POST", "/api/admin/models", model));
  expect(again).toMatchObject({ status: 409, body: { code: "MODEL_NAME_TAKEN" } });
});
