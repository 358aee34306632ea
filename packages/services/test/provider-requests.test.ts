import { createManualClock } from "@botwright/core";
import {
  createBraveProvider,
  createDuckDuckGoProvider,
  createOpenAIProvider,
  createSearxngProvider,
  createTavilyProvider,
} from "@botwright/services";
import { describe, expect, test, vi } from "vitest";
import { brave, duckduckgo, openai, searxng, tavily } from "./answers.ts";
import { SECRET, startUpstream } from "./upstream.ts";

const signal = new AbortController().signal;
const CATS = { query: "cats & dogs?", maxResults: 3, region: "us-en" };
const CHAT = { model: "small", messages: [{ role: "user", content: "?" }], maxTokens: 5 };

/** As OpenAI refuses a parameter of a model. */
const OLD_NAME =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
const refused = (message: string): string =>
  JSON.stringify({ error: { message, type: "invalid_request_error", param: "max_tokens" } });

describe("requests are what the servers expect", () => {
  test("SearXNG", async () => {
    await using upstream = await startUpstream(searxng);
    await createSearxngProvider({ baseUrl: `${upstream.origin}/` }).search(CATS, { signal });
    const [{ method, url } = { method: "", url: new URL("x:") }] = upstream.arrived;
    expect([method, url.pathname]).toEqual(["GET", "/search"]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: "cats & dogs?",
      format: "json",
      language: "en-US",
    });
  });

  test("Brave", async () => {
    await using upstream = await startUpstream(brave);
    const provider = createBraveProvider({ baseUrl: upstream.origin, apiKey: SECRET });
    await provider.search(CATS, { signal });
    await provider.search({ ...CATS, region: "wt-wt" }, { signal });
    const [first, second] = upstream.arrived;
    expect(first?.url.pathname).toBe("/res/v1/web/search");
    expect(first?.headers["x-subscription-token"]).toBe(SECRET);
    expect(first?.url.searchParams.get("country")).toBe("US");
    expect(first?.url.searchParams.get("count")).toBe("3");
    expect(second?.url.searchParams.get("country")).toBe("ALL");
  });

  test("Brave: a country that it does not list", async () => {
    await using upstream = await startUpstream(brave);
    const provider = createBraveProvider({ baseUrl: upstream.origin, apiKey: SECRET });
    for (const region of ["vn-vi", "xa-ar", "uk-en"]) {
      await provider.search({ ...CATS, region }, { signal });
    }
    const countries = upstream.arrived.map(({ url }) => url.searchParams.get("country"));
    expect(countries).toEqual(["ALL", "ALL", "GB"]);
  });

  test("Tavily", async () => {
    await using upstream = await startUpstream(tavily);
    const provider = createTavilyProvider({ baseUrl: upstream.origin, apiKey: SECRET });
    await provider.search(CATS, { signal });
    const [request] = upstream.arrived;
    expect(request?.method).toBe("POST");
    expect(request?.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      query: "cats & dogs?",
      max_results: 3,
      search_depth: "basic",
    });
  });

  test("DuckDuckGo", async () => {
    await using upstream = await startUpstream(duckduckgo);
    const provider = createDuckDuckGoProvider({ baseUrl: upstream.origin });
    await provider.search(CATS, { signal });
    const [request] = upstream.arrived;
    expect(request?.url.pathname).toBe("/html/");
    expect(request?.url.searchParams.get("kl")).toBe("us-en");
    expect(request?.headers["user-agent"]).toMatch(/^Mozilla/);
  });

  test("OpenAI: models that have refused max_tokens get max_completion_tokens", async () => {
    await using upstream = await startUpstream((request) =>
      request.body.includes('"gpt-5"') && request.body.includes('"max_tokens"')
        ? { status: 400, body: refused(OLD_NAME) }
        : openai(request),
    );
    const provider = createOpenAIProvider({ baseUrl: `${upstream.origin}/v1`, apiKey: SECRET });
    const call = { signal, idempotencyKey: "k" };
    for (const model of ["gpt-5", "gpt-5", "small"]) {
      expect((await provider.chat({ ...CHAT, model }, call)).text).toBe("yes");
    }
    const sent = upstream.arrived.map(({ body, headers }) => {
      const { model, max_tokens: old, max_completion_tokens: current } = JSON.parse(body);
      return [model, old, current, headers["idempotency-key"]];
    });
    expect(sent).toEqual([
      ["gpt-5", 5, undefined, "k"],
      ["gpt-5", undefined, 5, "k/completion"],
      ["gpt-5", undefined, 5, "k/completion"],
      ["small", 5, undefined, "k"],
    ]);
  });

  test.each([
    ["which repeats what was asked", refused(`No role "${OLD_NAME}"`)],
    ["which says it again", refused(OLD_NAME)],
  ])("OpenAI: a refusal %s is not asked again and again", async (_which, body) => {
    await using upstream = await startUpstream(() => ({ status: 400, body }));
    const provider = createOpenAIProvider({ baseUrl: `${upstream.origin}/v1`, apiKey: SECRET });
    await expect(provider.chat(CHAT, { signal })).rejects.toThrow(/refuses this request/u);
    expect(upstream.arrived.length).toBe(body === refused(OLD_NAME) ? 2 : 1);
  });

  // spec: ai.call-image
  test("OpenAI: pictures", async () => {
    await using upstream = await startUpstream(openai);
    const provider = createOpenAIProvider({ baseUrl: `${upstream.origin}/v1/`, apiKey: SECRET });
    const request = { model: "painter", prompt: "a cat", size: "64x64" };
    await provider.generateImage(request, { signal, idempotencyKey: "k" });
    const [arrived] = upstream.arrived;
    expect(arrived?.url.pathname).toBe("/v1/images/generations");
    expect(arrived?.headers["idempotency-key"]).toBe("k");
    expect(JSON.parse(arrived?.body ?? "")).toEqual({ ...request, n: 1 });
  });
});

test("OpenAI: an idempotency key that no header can hold is sent as its hash", async () => {
  await using upstream = await startUpstream(openai);
  const provider = createOpenAIProvider({ baseUrl: upstream.origin });
  const odd = [
    "3/消息/ai-chat/0",
    "3/a\r\nb/ai-chat/0",
    "3/\ud800/0",
    "3/\ud801/0",
    "x".repeat(256),
  ];
  for (const idempotencyKey of [...odd, ...odd, "3/om_1=/ai-chat/0"]) {
    expect((await provider.chat(CHAT, { signal, idempotencyKey })).text).toBe("yes");
  }
  const keys = upstream.arrived.map(({ headers }) => headers["idempotency-key"]);
  const hashes = keys.slice(0, odd.length);
  expect(keys).toEqual([...hashes, ...hashes, "3/om_1=/ai-chat/0"]);
  expect(new Set(hashes).size).toBe(odd.length);
  for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{64}$/u);
});

test("OpenAI: the temperature of a chat, if there is one", async () => {
  await using upstream = await startUpstream(openai);
  const provider = createOpenAIProvider({ baseUrl: upstream.origin });
  await provider.chat({ ...CHAT, temperature: 0 }, { signal });
  await provider.chat(CHAT, { signal });
  const bodies = upstream.arrived.map(({ body }): unknown => JSON.parse(body));
  expect(bodies[0]).toMatchObject({ temperature: 0 });
  expect(bodies[1]).not.toHaveProperty("temperature");
});

describe("refusals", () => {
  test("repeat the server's words, cut, and without the key", async () => {
    const message = `the prompt with ${SECRET}\u202e is refused ${"x".repeat(500)}`;
    const body = JSON.stringify({ error: { message } });
    await using upstream = await startUpstream(() => ({ status: 400, body }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin, apiKey: SECRET });
    const error: unknown = await provider.chat(CHAT, { signal }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "PROVIDER_REFUSED" });
    expect(String(error)).toContain("the prompt with [secret]  is refused");
    expect(String(error).length).toBeLessThan(400);
  });

  test("show no part of a key, wherever in a long message it stands", async () => {
    for (let at = 150; at <= 220; at++) {
      const message = `${"x".repeat(at)}${SECRET}${"y".repeat(10_000)}`;
      const body = JSON.stringify({ error: { message } });
      await using upstream = await startUpstream(() => ({ status: 400, body }));
      const provider = createOpenAIProvider({ baseUrl: upstream.origin, apiKey: SECRET });
      const asked = provider.chat(CHAT, { signal });
      await expect(asked).rejects.toMatchObject({
        code: "PROVIDER_REFUSED",
        message: expect.not.stringContaining(SECRET.slice(0, 2)),
      });
    }
  });

  test("read the beginning of a message only, and of a long answer nothing", async () => {
    const cleaned = vi.spyOn(String.prototype, "toWellFormed");
    const parse = vi.spyOn(JSON, "parse");
    try {
      const refusal = async (characters: number): Promise<unknown> => {
        const body = JSON.stringify({ error: { message: "x".repeat(characters) } });
        await using upstream = await startUpstream(() => ({ status: 400, body }));
        const provider = createOpenAIProvider({ baseUrl: upstream.origin, apiKey: SECRET });
        return await provider.chat(CHAT, { signal }).catch((thrown: unknown) => thrown);
      };
      expect(String(await refusal(100_000))).toContain(`(${"x".repeat(100)}`);
      const lengths = cleaned.mock.contexts.map((text) => String(text).length);
      expect(Math.max(...lengths)).toBeLessThan(1000);
      expect(await refusal(1_000_000)).toMatchObject({
        code: "PROVIDER_REFUSED",
        message: expect.not.stringContaining("xxx"),
      });
      const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
      expect(longest).toBeLessThan(256 * 1024);
    } finally {
      cleaned.mockRestore();
      parse.mockRestore();
    }
  });

  test.each([
    [301, "PROVIDER_INVALID_ANSWER"],
    [402, "PROVIDER_FAILED"],
    [403, "PROVIDER_UNAUTHORIZED"],
    [404, "PROVIDER_REFUSED"],
    [408, "PROVIDER_FAILED"],
    [529, "PROVIDER_FAILED"],
  ])("status %i is %s", async (status, code) => {
    await using upstream = await startUpstream(() => ({ status, body: "<html>" }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    await expect(provider.chat(CHAT, { signal })).rejects.toMatchObject({ code });
  });

  test.each([
    ["Mon, 05 Jan 2026 00:00:30 GMT", 30_000],
    ["Sun, 04 Jan 2026 00:00:00 GMT", 0],
    ["soon", undefined],
    ["1.5", 1500],
  ])("Retry-After may be a date, or have parts of a second: %s", async (date, retryAfterMs) => {
    const headers = { "retry-after": date };
    await using upstream = await startUpstream(() => ({ status: 429, headers, body: "{}" }));
    const clock = createManualClock(Date.UTC(2026, 0, 5));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin, clock });
    const asked = provider.chat(CHAT, { signal });
    await expect(asked).rejects.toMatchObject({ code: "PROVIDER_RATE_LIMITED", retryAfterMs });
  });

  test("a GET whose connection failed is repeated once, and a POST is not", async () => {
    await using upstream = await startUpstream((request) =>
      upstream.arrived.length === 1 ? undefined : openai(request),
    );
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    expect(await provider.listModels({ signal })).toEqual(["small", "painter"]);
    expect(upstream.arrived.map(({ method }) => method)).toEqual(["GET", "GET"]);

    await using closing = await startUpstream(() => undefined);
    const other = createOpenAIProvider({ baseUrl: closing.origin });
    const unreachable = { code: "PROVIDER_UNREACHABLE" };
    await expect(other.chat(CHAT, { signal })).rejects.toMatchObject(unreachable);
    await expect(other.listModels({ signal })).rejects.toMatchObject(unreachable);
    expect(closing.arrived.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
  });

  test("a server that is not there is unreachable, with the system's code", async () => {
    // No server has this port, and it is none of those that fetch refuses.
    const gone = createOpenAIProvider({ baseUrl: "http://127.0.0.1:2" });
    const asked = gone.chat(CHAT, { signal });
    await expect(asked).rejects.toMatchObject({
      code: "PROVIDER_UNREACHABLE",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("keys", () => {
  test("may have white space around them", async () => {
    await using upstream = await startUpstream(openai);
    const provider = createOpenAIProvider({ baseUrl: upstream.origin, apiKey: ` ${SECRET}\n` });
    await provider.chat(CHAT, { signal });
    expect(upstream.arrived[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  test.each(["", "two words", "line\nbreak", "密钥"])(
    'that no header can hold are refused, and not repeated: "%s"',
    (apiKey) => {
      const baseUrl = "https://api.example.com";
      const refusal = /^apiKey must be one word of ASCII characters/;
      expect(() => createOpenAIProvider({ baseUrl, apiKey })).toThrow(refusal);
      expect(() => createBraveProvider({ apiKey })).toThrow(refusal);
      expect(() => createTavilyProvider({ apiKey })).toThrow(refusal);
    },
  );
});
