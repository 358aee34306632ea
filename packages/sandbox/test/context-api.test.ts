import { type BotAdapter, createDispatcher, type Variant } from "@botwright/core";
import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext, createMessage } from "./context.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

/** Runs a handler's body; what it returns in `value` is handed back. */
async function run(
  body: string,
  parts: Parameters<typeof createContext>[0] = {},
): Promise<unknown> {
  const plugin = await sandbox.load(`export async function handler(ctx) {
    const { bot, msg, storage } = ctx;
    const value = await (async () => { ${body} })();
    await storage.set("value", value ?? null);
    return { handled: true };
  }`);
  const recorder = createContext(parts);
  await plugin.handler(recorder.context);
  return recorder.calls.findLast(([operation]) => operation === "storage.set")?.[2];
}

// spec: context.config, context.ids, context.quoted-message, context.message-id
test("every value of the context arrives", async () => {
  const quotedMessage = { title: "Ann", item: { id: 1 }, text: "Ann | hi" };
  const parts = {
    msg: { ...createMessage("你好 \u0000 \ud83d\ude00"), quotedMessage },
    config: { greeting: "hey", nested: { list: [1, null] } },
    quotedMessage,
  };
  const value = await run(
    "const { bot: b, storage: s, aiService, searchService, getPlatformCreds, ...plain } = ctx; return plain;",
    parts,
  );
  expect(value).toEqual({ ...parts, botDbId: 1, userId: 7, messageId: 42, mediaBuffer: null });
});

test("bytes whose buffer was transferred are refused in plain words", async () => {
  const value = await run(`const bytes = new Uint8Array(8);
    const kept = bytes.buffer.transfer();
    const sending = [bytes, bytes.buffer, kept].map((one) => bot.sendFile("u", one, "a.txt"));
    const ends = await Promise.allSettled(sending);
    return ends.map(({ status, reason }) => (status === "rejected" ? [reason.code, reason.message] : status));`);
  const gone = ["INVALID_ARGUMENT", "the bytes are gone: their buffer was transferred"];
  expect(value).toEqual([gone, gone, "fulfilled"]);
});

test("every operation reaches the context with its arguments", async () => {
  const { context, calls } = createContext();
  const plugin =
    await sandbox.load(`export async function handler({ bot, msg, storage, aiService, searchService, getPlatformCreds }) {
    await bot.reply(msg, "text");
    await bot.sendText("u", "text");
    await bot.sendText("u", "text", "token");
    await bot.sendImage("u", Buffer.from("image"));
    await bot.sendVideo("u", new Uint8Array([1, 2, 3]).subarray(1));
    await bot.sendFile("u", new Uint8Array([9]).buffer, "a.txt");
    await bot.sendTyping("u");
    await bot.cancelTyping("u");
    const media = { encrypt_query_param: "ref" };
    const answers = [
      (await bot.downloadImage({ thumb_width: 0, thumb_height: 0, mid_size: 0, media })).toString("hex"),
      (await bot.downloadRaw("ref")).toString(),
      await storage.get("none"), await storage.set("k", { a: 1 }), await storage.get("k"),
      await storage.keys(), await storage.delete("k"), await storage.clear(),
      (await aiService.callModel({ model: "m", messages: [{ role: "user", content: "hi" }] })).text,
      await aiService.getModelsByCategory("chat"), await aiService.getModelInfo("m"),
      await aiService.isFreeModel("m"), await aiService.getImageUsageToday(),
      await aiService.getFreeImageQuota(),
      (await searchService.search("q", { maxResults: 3 })).source,
      await getPlatformCreds("feishu"),
      bot.platform, Object.keys(bot).includes("sendVoice"),
    ];
    await storage.set("answers", answers.map((answer) => answer ?? null));
    return { handled: true };
  }`);
  await plugin.handler(context);
  expect(calls.map(([operation, ...args]) => [operation, ...args.map(readable)])).toEqual([
    ["bot.reply", { from: "user-1", contextToken: "token" }, "text"],
    ["bot.sendText", "u", "text"],
    ["bot.sendText", "u", "text", "token"],
    ["bot.sendImage", "u", "bytes 696d616765"],
    ["bot.sendVideo", "u", "bytes 0203"],
    ["bot.sendFile", "u", "bytes 09", "a.txt"],
    ["bot.sendTyping", "u"],
    ["bot.cancelTyping", "u"],
    ["storage.set", "k", { a: 1 }],
    [
      "storage.set",
      "answers",
      [
        "010203",
        "ref",
        null,
        null,
        { a: 1 },
        ["k"],
        null,
        null,
        "model m",
        [],
        null,
        true,
        0,
        { dailyPerUser: 3 },
        "test",
        { app_id: "id", app_secret: "secret" },
        "telegram",
        false,
      ],
    ],
  ]);
});

function readable(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString("hex")}`;
  if (typeof value === "object" && value !== null && "contextToken" in value) {
    const { from, contextToken } = value as { from?: unknown; contextToken: unknown };
    return { from, contextToken };
  }
  return value;
}

describe("the medium", () => {
  // spec: context.media-buffer
  test("is a Buffer with the same bytes", async () => {
    const mediaBuffer = Buffer.alloc(3_000_000, "media!");
    const value = await run(
      "const { mediaBuffer } = ctx; return [Buffer.isBuffer(mediaBuffer), mediaBuffer === ctx.mediaBuffer, mediaBuffer.length, mediaBuffer.subarray(-6).toString()];",
      { mediaBuffer },
    );
    expect(value).toEqual([true, true, 3_000_000, "media!"]);
  });

  test("can be sent on, changed, without changing the host's", async () => {
    const mediaBuffer = Buffer.from("abc");
    const plugin = await sandbox.load(`export async function handler(ctx) {
      ctx.mediaBuffer[0] = 0x41;
      await ctx.bot.sendImage("u", ctx.mediaBuffer);
      return { handled: true };
    }`);
    const { context, calls } = createContext({ mediaBuffer });
    await plugin.handler(context);
    expect(calls.map((call) => call.map(readable))).toEqual([
      ["bot.sendImage", "u", "bytes 416263"],
    ]);
    expect(mediaBuffer.toString()).toBe("abc");
  });
});

describe("what the host refuses reaches the author as an error with a code", () => {
  test.each([
    [
      `bot.reply({ from: 1, contextToken: "t" }, "x")`,
      "INVALID_ARGUMENT",
      /^bot\.reply: the first argument must be msg: its from is 1$/,
    ],
    [
      `bot.reply(msg)`,
      "INVALID_ARGUMENT",
      /^bot\.reply: the second argument must be a text or a number$/,
    ],
    [
      `bot.sendImage("u", "not bytes")`,
      "INVALID_ARGUMENT",
      /^bot\.sendImage: the second argument must be bytes/,
    ],
    [
      `storage.get(5)`,
      "INVALID_ARGUMENT",
      /^storage\.get: the first argument must be a key: .*, not 5$/,
    ],
    [`storage.set("k", undefined)`, "STORAGE_INVALID_VALUE", /the value .*: it is undefined$/],
    [`storage.set("k")`, "STORAGE_INVALID_VALUE", /the value .*: it is undefined$/],
    [`storage.set("k", { a: [1, () => {}] })`, "STORAGE_INVALID_VALUE", /: a\[1\] is a function$/],
    [`storage.compareAndSet("k", null, { a: NaN })`, "STORAGE_INVALID_VALUE", /: a is NaN$/],
    [`storage.get(1n)`, "INVALID_ARGUMENT", /^storage\.get: the first argument must be a key/],
    [`bot.sendText(ctx.userId, "x")`, "INVALID_ARGUMENT", /userId is the bot's owner; to answer/],
    [
      `ctx.getPlatformCreds("icq")`,
      "INVALID_ARGUMENT",
      /^getPlatformCreds: .*"feishu".*, not "icq"$/,
    ],
    [`storage.get("broken")`, "STORAGE_QUOTA_EXCEEDED", /full/],
  ])("%s", async (call, code, message) => {
    const { context } = createContext();
    const storage = {
      ...context.storage,
      async get(): Promise<never> {
        throw Object.assign(new Error("full"), { code: "STORAGE_QUOTA_EXCEEDED" });
      },
    };
    const plugin = await sandbox.load(`export async function handler(ctx) {
      const { bot, msg, storage } = ctx;
      try { await ${call}; } catch (error) {
        const { code, message } = error;
        await bot.sendText("u", JSON.stringify([error instanceof Error, code, message]));
      }
      return { handled: true };
    }`);
    const recorder = createContext({ storage });
    await plugin.handler(recorder.context);
    const [, , text] = recorder.calls[0] ?? [];
    expect(JSON.parse(String(text))).toEqual([true, code, expect.stringMatching(message)]);
  });
});

describe("the single-platform variant", () => {
  const NAMES = `
    export const meta = { slug: "names" };
    export async function handler(ctx) {
      const media = ctx.mediaBuffer?.toString() ?? "";
      const names = { ctx: Object.keys(ctx).sort(), bot: Object.keys(ctx.bot).sort(), media };
      await ctx.bot.sendText("u", JSON.stringify(names));
      const options = { encodeType: 6, sampleRate: 24000, playtime: 1500 };
      const { status } = await ctx.bot.sendVoice("u", Buffer.from("silk"), "token", options);
      return { handled: status === (ctx.aiService ? "ignored" : "sent") };
    }`;
  const BOT =
    "cancelTyping downloadFile downloadImage downloadRaw downloadVideo downloadVoice platform reply sendFile sendImage sendText sendTyping sendVideo".split(
      " ",
    );
  const NINE = "bot botDbId config mediaBuffer messageId msg quotedMessage storage userId".split(
    " ",
  );

  /** What a guest of this variant sees, and what its voice arrived as. */
  async function namesIn(variant: Variant): Promise<{ names: unknown; voices: unknown[] }> {
    const { context, calls } = createContext();
    const voices: unknown[] = [];
    const bot: BotAdapter = { ...context.bot, platform: "wechat" };
    if (variant === "single") {
      bot.sendVoice = async (...args) => {
        voices.push(args);
        return { status: "sent" };
      };
    }
    bot.downloadVoice = async () => Buffer.from("voice");
    const plugins = [await sandbox.load(NAMES)];
    const media = { encrypt_query_param: "ref" };
    const message = { ...createMessage(""), type: "voice" as const };
    const voice = { playtime: 1, text: "", media };
    const dispatcher = createDispatcher({ plugins, bot, variant });
    const { runs } = await dispatcher.dispatch({ id: "1", message: { ...message, voice } });
    expect(runs).toMatchObject([{ status: "handled" }]);
    const [, , text] = calls.find(([operation]) => operation === "bot.sendText") ?? [];
    return { names: JSON.parse(String(text)), voices };
  }

  // spec: single.context
  test("has exactly the nine names and bot.sendVoice", async () => {
    const { names, voices } = await namesIn("single");
    expect(names).toEqual({ ctx: NINE, bot: [...BOT, "sendVoice"], media: "voice" });
    const options = { encodeType: 6, sampleRate: 24_000, playtime: 1500 };
    expect(voices).toEqual([["u", Buffer.from("silk"), "token", options]]);
  });

  test("is not what other bots have: there a voice is ignored, and not listed", async () => {
    const { names, voices } = await namesIn("multi");
    const ctx = [...NINE, "aiService", "getPlatformCreds", "searchService"].toSorted();
    expect(names).toEqual({ ctx, bot: BOT, media: "voice" });
    expect(voices).toEqual([]);
  });
});
