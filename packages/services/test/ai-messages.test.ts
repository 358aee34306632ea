import type { AIMessage } from "@botwright/core";
import {
  createMemoryLedger,
  createServices,
  type ChatRequest,
  type ModelProvider,
} from "@botwright/services";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const IMAGE_TOKENS = 50;
const CREDITS = 10_000_000;
/** 10,000 USD per million tokens: a token of the prompt is a credit. */
const MODEL = { name: "m", provider: "p", inputPrice: 10_000, maxMediaTokens: IMAGE_TOKENS };
const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

/** Calls a model; answers with what its provider got, and the credits that were reserved for it. */
async function call(messages: AIMessage[]) {
  const ledger = createMemoryLedger();
  ledger.setBalance(1, CREDITS);
  const asked: ChatRequest[] = [];
  const provider: ModelProvider = {
    async chat(request) {
      asked.push(request);
      return { text: "yes", usage: { prompt_tokens: CREDITS, completion_tokens: 0 } };
    },
    generateImage: async () => ({ imageUrl: "https://images.example.com/1.png" }),
    listModels: async () => [],
  };
  const services = createServices({ ai: { models: [MODEL], providers: { p: provider }, ledger } });
  const { aiService } = services.forAccount(1)("a");
  const { error } = await aiService.callModel({ model: "m", messages, maxTokens: 1 });
  const rows = await ledger.rows(1, 10);
  const reserved = 0 - (rows.find(({ kind }) => kind === "reservation")?.credits ?? 0);
  return { error, passed: asked[0]?.messages, reserved };
}

describe("what a provider gets of a message is what the reservation counts", () => {
  test("members beside role and content, and beside those of a part, are left out", async () => {
    const call1 = {
      id: "1",
      type: "function",
      function: { name: "f", arguments: "x".repeat(999) },
    };
    const text = { type: "text", text: "hello" };
    const { passed, error } = await call([
      Object.assign({ role: "assistant", content: "hi" }, { name: "ann", tool_calls: [call1] }),
      {
        role: "user",
        content: [
          { ...text, more: "x" },
          { ...image, more: "x" },
        ],
      },
    ]);
    expect(error).toBeNull();
    expect(passed).toEqual([
      { role: "assistant", content: "hi" },
      { role: "user", content: [text, image] },
    ]);
  });

  test.each<[string, AIMessage["content"]]>([
    ["a file", [{ type: "file", file: { file_data: "data:application/pdf;base64,AAAA" } }]],
    ["sound", [{ type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } }]],
    ["a file with a text", [{ type: "file", text: "", file: { file_id: "1" } }]],
    [
      "a document in the place of an image",
      [{ ...image, image_url: { url: "data:application/pdf;base64,AAAA" } }],
    ],
    ["an image that is no ASCII", [{ ...image, image_url: { url: "data:image/png;base64,一" } }]],
    ["a text that is none", [{ type: "text", text: 1 }]],
    ["a number", 1],
    ["nothing", null],
    ["a part without its list", image],
  ])("%s is refused, and nothing is charged", async (_name, content) => {
    const { error, passed, reserved } = await call([{ role: "user", content }]);
    expect(error).toMatch(/content of a message must be a text, or a list/);
    expect([passed, reserved]).toEqual([undefined, 0]);
  });

  test("whatever is passed on is counted", async () => {
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 4 }), async (messages) => {
        const { passed, reserved } = await call(messages);
        if (passed !== undefined) reached++;
        expect(reserved).toBeGreaterThanOrEqual(tokensOf(passed));
      }),
    );
    expect(reached).toBeGreaterThan(20);
  });
});

/** The most tokens of a value: an image's, and a token for each byte of all other texts. */
function tokensOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value !== "object" || value === null) return 0;
  const { url, ...rest }: { url?: unknown } = value;
  const own = typeof url === "string" ? IMAGE_TOKENS : tokensOf(url);
  return Object.values(rest).reduce<number>((sum, member) => sum + tokensOf(member), own);
}

const text = fc.string({ unit: "grapheme", maxLength: 200 });
const more = fc.dictionary(
  fc.constantFrom("name", "tool_calls", "refusal", "file", "x"),
  fc.jsonValue(),
);
const part = fc
  .oneof(
    text.map((written) => ({ type: "text", text: written })),
    fc
      .record({
        url: fc.constantFrom("https://example.com/1.png", image.image_url.url),
        detail: text,
      })
      .map((image_url) => ({ type: "image_url", image_url })),
    { arbitrary: fc.constant({ type: "file", file: { file_id: "1" } }), weight: 1 },
  )
  .chain((known) => more.map((members) => ({ ...members, ...known })));
const message: fc.Arbitrary<AIMessage> = fc
  .record({ role: text, content: fc.oneof(text, fc.array(part, { maxLength: 3 })) })
  .chain((known) => more.map((members) => ({ ...members, ...known })));
