import {
  createBot,
  createDispatcher,
  createMemoryJournal,
  createMemoryStorage,
  openHostCalls,
  PLATFORMS,
  type SingleHandlerContext,
  type Variant,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { fakePlatform, incoming } from "./messages.ts";

const NINE = [
  "bot",
  "botDbId",
  "config",
  "mediaBuffer",
  "messageId",
  "msg",
  "quotedMessage",
  "storage",
  "userId",
];

/** What a plugin of this variant is called with, and what a WeChat that takes voice was sent. */
async function callOnWechat(
  variant: Variant,
  handle: (context: SingleHandlerContext) => Promise<unknown> = async () => undefined,
): Promise<{ seen: SingleHandlerContext; voices: unknown[][] }> {
  const voices: unknown[][] = [];
  const { adapter } = fakePlatform({
    platform: "wechat",
    methods: {
      async sendVoice(...args) {
        voices.push(args);
        return { status: "sent", id: "1" };
      },
    },
  });
  const all: SingleHandlerContext[] = [];
  const spy = plugin("spy", async (context) => {
    all.push(context);
    await handle(context);
    return { handled: true };
  });
  const { dispatcher } = setUp([spy], {
    bot: createBot(adapter, { variant }),
    variant,
    journal: createMemoryJournal(),
    services: () => ({ storage: createMemoryStorage().open(3, "other"), pool: {} }),
  });
  const { runs } = await dispatcher.dispatch(incoming());
  expect(runs[0]?.error).toBeUndefined();
  const [seen] = all;
  if (seen === undefined) throw new Error("the plugin was not called");
  return { seen, voices };
}

/** A host call as a sandbox makes it, which may name anything. */
const ask = (context: SingleHandlerContext, operation: string, args: unknown[]): Promise<unknown> =>
  openHostCalls({ context, permissions: undefined }).run(operation, args);

describe("the single-platform variant", () => {
  // spec: single.context
  test("has exactly nine names, whatever the host offers, and bot.sendVoice", async () => {
    const { seen } = await callOnWechat("single");
    expect(Object.keys(seen).toSorted()).toEqual(NINE);
    expect(typeof seen.bot.sendVoice).toBe("function");
  });

  // spec: single.send-voice
  test("sends voice with token and options", async () => {
    const silk = Buffer.from("#!SILK_V3");
    const options = { encodeType: 4, sampleRate: 16_000, playtime: 1200 };
    const { voices } = await callOnWechat("single", async ({ bot, msg }) => {
      await bot.sendVoice?.(msg.from, silk, msg.contextToken, options);
      await bot.sendVoice?.(msg.from, silk);
    });
    const signal = expect.any(AbortSignal);
    expect(voices).toEqual([
      ["1001", silk, { contextToken: "1001:7", idempotencyKey: "1/9/spy/0", signal, ...options }],
      ["1001", silk, { idempotencyKey: "1/9/spy/1", signal }],
    ]);
  });

  test("keeps the storage that the host offers", async () => {
    await callOnWechat("single", async ({ storage }) => {
      await storage.set("key", "value");
      expect(await storage.get("key")).toBe("value");
    });
  });

  test("refuses host calls that only the other variant has", async () => {
    const { seen } = await callOnWechat("single");
    await expect(ask(seen, "searchService.search", ["query"])).rejects.toMatchObject({
      code: "UNKNOWN_OPERATION",
      message: expect.stringContaining("multi-platform"),
    });
  });

  // spec: single.platform
  test.each(PLATFORMS.filter((platform) => platform !== "wechat"))(
    "is refused on %s",
    (platform) => {
      const { adapter } = fakePlatform({ platform });
      const refused = expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringContaining(platform),
      });
      expect(() => createBot(adapter, { variant: "single" })).toThrow(refused);
      const bot = createBot(adapter);
      expect(() => createDispatcher({ plugins: [], bot, variant: "single" })).toThrow(refused);
    },
  );
});

describe("the multi-platform variant", () => {
  // spec: context.names, multi.no-send-voice
  test("has all names and offers no bot.sendVoice, on WeChat too", async () => {
    const { seen } = await callOnWechat("multi");
    const more = ["aiService", "getPlatformCreds", "pool", "searchService"];
    expect(Object.keys(seen).toSorted()).toEqual([...NINE, ...more].toSorted());
    expect(Object.keys(seen.bot)).not.toContain("sendVoice");
  });

  // spec: multi.no-send-voice
  test("ignores bot.sendVoice, as a platform ignores what it lacks", async () => {
    const receipts: unknown[] = [];
    const { voices } = await callOnWechat("multi", async ({ bot }) => {
      receipts.push(await bot.sendVoice?.("1001", new Uint8Array(1)));
      const isListed = Object.keys(bot).includes("sendVoice");
      receipts.push(isListed);
    });
    expect(receipts).toEqual([{ status: "ignored" }, false]);
    expect(voices).toEqual([]);
  });
});

test.each([
  ["single", "multi"],
  ["multi", "single"],
] as const)("a bot of the variant %s is refused by a dispatcher of %s", (ofBot, variant) => {
  const { adapter } = fakePlatform({ platform: "wechat" });
  const bot = createBot(adapter, { variant: ofBot });
  expect(() => createDispatcher({ plugins: [], bot, variant })).toThrow(
    expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(variant) }),
  );
});
