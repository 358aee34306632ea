import { createGuardedFetch } from "@botwright/guarded-fetch";
import { createOpenAIProvider, listModelNames } from "@botwright/services";
import { describe, expect, test, vi } from "vitest";
import { openai } from "./answers.ts";
import { answering, SECRET, startUpstream } from "./upstream.ts";

const signal = new AbortController().signal;
const CHAT = { model: "small", messages: [{ role: "user", content: "?" }], maxTokens: 5 };

describe("addresses that users give", () => {
  test("are reached through a guarded fetch only where they are public", async () => {
    await using upstream = await startUpstream(openai);
    const given = { baseUrl: `${upstream.origin}/v1`, apiKey: SECRET };
    await expect(listModelNames(given)).rejects.toMatchObject({
      code: "PROVIDER_UNREACHABLE",
      message: expect.stringContaining("FETCH_BLOCKED"),
    });
    // As a caller without types may say that it has none.
    const unsaid = { ...given };
    Reflect.set(unsaid, "fetch", undefined);
    await expect(listModelNames(unsaid)).rejects.toMatchObject({
      message: expect.stringContaining("FETCH_BLOCKED"),
    });
    expect(upstream.arrived).toEqual([]);
    await using fetch = createGuardedFetch({ allowedOrigins: [upstream.origin] });
    expect(await listModelNames({ ...given, fetch })).toEqual(["small", "painter"]);
    const provider = createOpenAIProvider({ ...given, fetch });
    expect(await provider.chat(CHAT, { signal })).toMatchObject({ text: "yes" });
  });

  test("may answer with a bounded list of models only, and in time", async () => {
    const given = { baseUrl: "https://models.example.com/v1", apiKey: SECRET };
    const long = answering({ data: Array.from({ length: 1000 }, (_, id) => ({ id: `m${id}` })) });
    await using upstream = await startUpstream(() => long);
    await using fetch = createGuardedFetch({ allowedOrigins: [upstream.origin] });
    const listed = listModelNames({
      ...given,
      baseUrl: upstream.origin,
      fetch,
      maxResponseBytes: 999,
    });
    await expect(listed).rejects.toMatchObject({ code: "PROVIDER_INVALID_ANSWER" });

    await using silent = await startUpstream(openai, "silent");
    const allowedOrigins = [silent.origin];
    await using impatient = createGuardedFetch({ allowedOrigins, timeoutMs: 1 });
    const waited = listModelNames({ ...given, baseUrl: silent.origin, fetch: impatient });
    await expect(waited).rejects.toMatchObject({ code: "PROVIDER_TIMEOUT" });
  });

  test("have a list of models of two megabytes, and no longer one", async () => {
    let bytes = 2 * 1024 * 1024;
    const { body } = answering({ data: [{ id: "small" }] });
    await using upstream = await startUpstream(() => ({ body: body.padEnd(bytes) }));
    await using fetch = createGuardedFetch({ allowedOrigins: [upstream.origin] });
    const given = { baseUrl: upstream.origin, fetch };
    const lists = [
      () => listModelNames(given),
      () => createOpenAIProvider(given).listModels({ signal }),
    ];
    for (const listed of lists) expect(await listed()).toEqual(["small"]);
    bytes += 1;
    const parse = vi.spyOn(JSON, "parse");
    try {
      for (const listed of lists) {
        await expect(listed()).rejects.toMatchObject({ code: "PROVIDER_INVALID_ANSWER" });
      }
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  test("have an answer of four megabytes to a chat, and no longer one, and pictures of more", async () => {
    let bytes = 4 * 1024 * 1024;
    const answer = { choices: [{ message: { content: "yes" } }], data: [{ url: "https://a.b/c" }] };
    const { body } = answering(answer);
    await using upstream = await startUpstream(() => ({ body: body.padEnd(bytes) }));
    const provider = createOpenAIProvider({ baseUrl: upstream.origin });
    expect(await provider.chat(CHAT, { signal })).toEqual({ text: "yes" });
    bytes += 1;
    await expect(provider.chat(CHAT, { signal })).rejects.toMatchObject({
      code: "PROVIDER_INVALID_ANSWER",
    });
    const picture = provider.generateImage({ model: "painter", prompt: "?" }, { signal });
    expect(await picture).toEqual({ imageUrl: "https://a.b/c" });
  });

  test("have an answer of fifty thousand values, and no longer one", async () => {
    let models = 49_000;
    await using upstream = await startUpstream(() => ({
      body: JSON.stringify({ data: [{ id: "a" }, ...Array.from({ length: models }, () => 0)] }),
    }));
    await using fetch = createGuardedFetch({ allowedOrigins: [upstream.origin] });
    const given = { baseUrl: upstream.origin, fetch };
    expect(await listModelNames(given)).toEqual(["a"]);
    models = 51_000;
    await expect(listModelNames(given)).rejects.toMatchObject({
      code: "PROVIDER_INVALID_ANSWER",
      message: expect.stringContaining("too many values"),
    });
  });

  test.each(["?", "#", "/?#"])("may end with an empty query or fragment: %s", async (end) => {
    await using upstream = await startUpstream(openai);
    const provider = createOpenAIProvider({ baseUrl: `${upstream.origin}/v1${end}` });
    expect(await provider.chat(CHAT, { signal })).toMatchObject({ text: "yes" });
    expect(upstream.arrived.map(({ url }) => url.pathname)).toEqual(["/v1/chat/completions"]);
  });

  test.each(["", "nowhere", "ftp://example.com", "https://a:b@example.com", "https://a.com/?k=v"])(
    '"%s" as a base URL is refused, and not repeated',
    (baseUrl) => {
      expect(() => createOpenAIProvider({ baseUrl })).toThrow(/^baseUrl must be/);
    },
  );
});
