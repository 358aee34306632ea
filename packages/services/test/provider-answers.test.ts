import {
  createDuckDuckGoProvider,
  createOpenAIProvider,
  createSearxngProvider,
} from "@botwright/services";
import { describe, expect, test, vi } from "vitest";
import { readHits } from "../src/providers/search/search-hits.ts";
import { duckduckgo, searxng } from "./answers.ts";
import { answering, startUpstream } from "./upstream.ts";

const signal = new AbortController().signal;
const CATS = { query: "cats & dogs?", maxResults: 3, region: "us-en" };
const CHAT = { model: "small", messages: [{ role: "user", content: "?" }], maxTokens: 5 };

describe("answers of servers that differ", () => {
  test.each([
    [{ choices: [{ message: { content: null, tool_calls: [] } }] }, ""],
    [{ choices: [{ message: { content: [{ type: "text", text: "a" }, { text: "b" }] } }] }, "ab"],
  ])("the text of %j", async (body, text) => {
    await using upstream = await startUpstream(() => answering(body));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    expect(await provider.chat(CHAT, { signal })).toEqual({ text });
  });

  test("JSON behind a byte order mark is read, as the Web does", async () => {
    const body = `\ufeff${JSON.stringify({ data: [{ id: "small" }] })}`;
    await using upstream = await startUpstream(() => ({ body }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    expect(await provider.listModels({ signal })).toEqual(["small"]);
  });

  test.each([
    [{ error: { code: 502, message: "the model is down" } }],
    [{ finish_reason: "error" }],
  ])("a model that fails while it answers has failed: %j", async (failure) => {
    const choice = { message: { role: "assistant", content: "The begin" }, ...failure };
    await using upstream = await startUpstream(() => answering({ choices: [choice] }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    const asked = provider.chat(CHAT, { signal });
    await expect(asked).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
  });

  test("an error that is null is none", async () => {
    const choice = { message: { content: "yes" }, finish_reason: "stop", error: null };
    await using upstream = await startUpstream(() => answering({ choices: [choice], error: null }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    expect(await provider.chat(CHAT, { signal })).toEqual({ text: "yes" });
  });

  test.each([
    [{}],
    [{ choices: [] }],
    [{ choices: [{ message: null }] }],
    [[]],
    [null],
    ["text"],
    [{ choices: "x" }],
  ])("%j is no answer to a chat", async (body) => {
    await using upstream = await startUpstream(() => answering(body));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    const asked = provider.chat(CHAT, { signal });
    await expect(asked).rejects.toMatchObject({ code: "PROVIDER_INVALID_ANSWER" });
  });

  test.each([
    ["iVBORw0KGgo=", "image/png"],
    ["/9j/4AAQ", "image/jpeg"],
    ["UklGRhoAAABXRUJQVlA4TA==", "image/webp"],
    ["R0lGODlhAQABAAAA", "image/gif"],
    ["AAAA", "image/png"],
  ])("a picture as bytes (%s) is a data URL", async (base64, type) => {
    await using upstream = await startUpstream(() => answering({ data: [{ b64_json: base64 }] }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    const image = await provider.generateImage({ model: "painter", prompt: "a cat" }, { signal });
    expect(image.imageUrl).toBe(`data:${type};base64,${base64}`);
  });

  test.each([
    [{ url: "", b64_json: "/9j/4AAQ" }, "data:image/jpeg;base64,/9j/4AAQ"],
    [{ url: "https://images.example.com/1.png", b64_json: "" }, "https://images.example.com/1.png"],
  ])("of a picture one member may be empty: %j", async (image, imageUrl) => {
    await using upstream = await startUpstream(() => answering({ data: [image] }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    const asked = provider.generateImage({ model: "painter", prompt: "a cat" }, { signal });
    expect(await asked).toEqual({ imageUrl });
  });

  test("results without an address of the Web are left out, long texts are cut", async () => {
    const results = [
      { title: "a", url: "javascript:alert(1)", content: "" },
      { title: "b", url: "not an address", content: "" },
      { title: "c" },
      null,
      { title: "d  d\n", url: "https://example.com/", content: "x".repeat(10_000) },
    ];
    await using upstream = await startUpstream(() => answering({ results }));
    const provider = createSearxngProvider({ baseUrl: upstream.origin });
    const hits = await provider.search(CATS, { signal });
    expect(hits).toMatchObject([{ title: "d d", url: "https://example.com/" }]);
    expect(hits[0]?.snippet).toHaveLength(2000);
  });

  test("a result whose URL has more than 2048 characters is left out", async () => {
    const results = [2049, 2048].map((length) => ({
      title: String(length),
      url: "https://example.com/".padEnd(length, "a"),
      content: "",
    }));
    await using upstream = await startUpstream(() => answering({ results }));
    const hits = await createSearxngProvider({ baseUrl: upstream.origin }).search(CATS, { signal });
    expect(hits.map(({ title }) => title)).toEqual(["2048"]);
  });

  test.each([
    ["SearXNG", createSearxngProvider, searxng],
    ["DuckDuckGo", createDuckDuckGoProvider, duckduckgo],
  ])("an answer of %s with more than a mebibyte is refused", async (_name, create, answer) => {
    let bytes = 2 ** 20;
    await using upstream = await startUpstream((request) => {
      const answered = answer(request);
      return { ...answered, body: answered.body.padEnd(bytes) };
    });
    // An answer without results is ASCII: a character is a byte.
    const provider = create({ baseUrl: upstream.origin });
    const query = { ...CATS, query: "nothing" };
    expect(await provider.search(query, { signal })).toEqual([]);
    bytes += 1;
    const asked = provider.search(query, { signal });
    await expect(asked).rejects.toMatchObject({ code: "PROVIDER_INVALID_ANSWER" });
  });

  test("of many results the first are read, and of a long text the beginning", () => {
    let read = 0;
    const results = Array.from({ length: 10_000 }, (_, n) => ({
      url: `https://example.com/${n}`,
      content: "x".repeat(20_000),
      get title() {
        read += 1;
        return `t${n}`;
      },
    }));
    const toText = vi.fn<(text: string) => string>((text) => text);
    const names = { title: "title", url: "url", snippet: "content" };
    const hits = readHits(results, { name: "here", names, maxResults: 3, toText });
    expect(hits.map(({ title }) => title)).toEqual(["t0", "t1", "t2"]);
    expect(read).toBeLessThanOrEqual(100);
    expect(toText).toHaveBeenCalledTimes(6);
    expect(Math.max(...toText.mock.calls.map(([text]) => text.length))).toBe(10_000);
  });

  test("DuckDuckGo's challenge page is no page of results", async () => {
    const body = '<html><div class="anomaly-modal__title">Select all squares</div></html>';
    await using upstream = await startUpstream(() => ({ type: "text/html", body }));
    const asked = createDuckDuckGoProvider({ baseUrl: upstream.origin }).search(CATS, { signal });
    await expect(asked).rejects.toMatchObject({ code: "PROVIDER_INVALID_ANSWER" });
  });
});
