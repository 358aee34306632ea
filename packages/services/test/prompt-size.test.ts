import type { AIMessage } from "@botwright/core";
import {
  createMemoryServiceLog,
  createOpenAIProvider,
  createServices,
  type FetchFunction,
} from "@botwright/services";
import { expect, test, vi } from "vitest";
import { openServices } from "./ai-opened.ts";

/** Characters of all texts of a prompt. */
const MOST = 1_048_576;
const ROLE = "user";
const user = (content: AIMessage["content"]): AIMessage => ({ role: ROLE, content });

const part = (text: string) => ({ type: "text", text });
const picture = (url: string) => ({ type: "image_url", image_url: { url } });
const DATA_URL = `data:image/png;base64,${"A".repeat(MOST)}`;

test("a prompt with as many characters as it may have arrives whole", async () => {
  await using opened = await openServices(1000);
  const { aiService } = opened.services.forAccount(1)("notes");
  // No two pieces are alike, and pairs of units stand at odd places.
  const text = `-${"😀一\n".repeat(MOST)}`.slice(0, MOST - ROLE.length * 2 - "rules".length - 1);
  const messages = [user(text), user([part("?"), picture(DATA_URL)])];
  const { error } = await aiService.callModel({ model: "free", systemPrompt: "rules", messages });
  expect(error).toBeNull();
  const [arrived] = opened.arrived;
  expect(arrived?.headers["content-type"]).toBe("application/json");
  expect(arrived?.headers["content-length"]).toBe(String(Buffer.byteLength(arrived?.body ?? "")));
  expect(JSON.parse(arrived?.body ?? "")).toEqual({
    model: "free",
    messages: [{ role: "system", content: "rules" }, ...messages],
    max_tokens: 1024,
    stream: false,
  });
});

test.each<[string, string, AIMessage[]]>([
  ["one text", "", [user("一".repeat(MOST))]],
  ["many texts", "", Array.from({ length: 1025 }, () => user("x".repeat(1020)))],
  ["parts", "", [user([part("x".repeat(MOST - 10)), part("0123456789")])]],
  ["roles", "", [{ role: "x".repeat(MOST), content: "x" }]],
  ["the system's prompt", "x".repeat(MOST), [user("x")]],
  ["an address", "", [user([picture(`https://example.com/${"一".repeat(MOST)}`)])]],
  ["a detail", "", [user([{ type: "image_url", image_url: { url: DATA_URL, detail: DATA_URL } }])]],
])("a prompt that is too long by %s is refused, and costs nothing", async (_, system, messages) => {
  await using opened = await openServices(1000);
  const { aiService } = opened.services.forAccount(1)("notes");
  const asked = { model: "paid", messages, ...(system !== "" && { systemPrompt: system }) };
  const { error } = await aiService.callModel(asked);
  expect(error).toBe(
    "the texts of a prompt may have 1048576 characters together: give fewer or shorter ones",
  );
  expect(opened.arrived).toEqual([]);
  expect(opened.ledger.balanceOf(1)).toBe(1000);
  expect(opened.log.entries()).toMatchObject([{ type: "ai", errorCode: "INVALID_INPUT" }]);
});

test("the prompt of a picture has the same bound", async () => {
  await using opened = await openServices(1000);
  const { aiService } = opened.services.forAccount(1)("notes");
  const draw = (imagePrompt: string) => aiService.callModel({ model: "painter", imagePrompt });
  expect((await draw("x".repeat(MOST + 1))).error).toMatch(/1048576 characters/);
  expect((await draw("x".repeat(MOST))).error).toBeNull();
});

test("a long prompt is encoded in pieces, with turns of the event loop between them", async () => {
  const stringify = vi.spyOn(JSON, "stringify");
  let turns = 0;
  let turnsBefore = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  const fetch: FetchFunction = async () => {
    turnsBefore = turns;
    return Response.json({ choices: [{ message: { content: "yes" } }] });
  };
  try {
    const provider = createOpenAIProvider({ baseUrl: "https://models.example.com/v1", fetch });
    const services = createServices({
      ai: { models: [{ name: "m", provider: "p" }], providers: { p: provider } },
      log: createMemoryServiceLog(),
    });
    const { aiService } = services.forAccount(1)("notes");
    const content = "一".repeat(MOST - ROLE.length);
    const result = await aiService.callModel({ model: "m", messages: [user(content)] });
    // The provider counts no tokens: each character has three bytes.
    expect(result).toMatchObject({ error: null, usage: { completion_tokens: 1 } });
    expect(result.usage.prompt_tokens).toBeGreaterThanOrEqual((content.length * 3) / 4);
    const lengths = stringify.mock.results.map(({ value }) => String(value).length);
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    // A turn for each mebibyte at least.
    expect(turnsBefore).toBeGreaterThanOrEqual(2);
  } finally {
    clearImmediate(next);
    stringify.mockRestore();
  }
});

test("the body of a request is not copied for a repetition that never comes", async () => {
  const clone = vi.spyOn(Request.prototype, "clone");
  try {
    await using opened = await openServices(1000);
    const { aiService } = opened.services.forAccount(1)("notes");
    const { error } = await aiService.callModel({ model: "free", messages: [user("?")] });
    expect([error, clone.mock.calls.length]).toEqual([null, 0]);
  } finally {
    clone.mockRestore();
  }
});
