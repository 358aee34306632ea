import { createBot, LIMITS, NetworkError, PlatformError, type Plugin } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { fakePlatform, incoming, textMessage } from "./messages.ts";

const { maxBytes } = LIMITS.text;
const small = { capabilities: { textLimits: [{ unit: "utf16" as const, max: 3 }] } };
const tooLong = { code: "TEXT_TOO_LONG" };

/** A plugin that answers with this text. */
const says = (text: string): Plugin =>
  plugin("says", async ({ bot, msg }) => {
    await bot.reply(msg, text);
    return { handled: true };
  });

describe("a text that is too long", () => {
  test.each([
    ["letters", "x".repeat(maxBytes), "x".repeat(maxBytes + 1)],
    ["characters of three bytes", "你".repeat(maxBytes / 3), "你".repeat(maxBytes / 3 + 1)],
    ["pairs", "😀".repeat(maxBytes / 4), `${"😀".repeat(maxBytes / 4)}.`],
    ["lone surrogates", "\ud83d".repeat(maxBytes / 3), "\ud83d".repeat(maxBytes / 3 + 1)],
    ["line breaks", `x${"\n".repeat(maxBytes - 1)}`, `x${"\n".repeat(maxBytes)}`],
  ])(
    "%s: the longest goes out, one more is refused by sendText",
    async (_name, longest, longer) => {
      const { adapter, sent } = fakePlatform();
      const bot = createBot(adapter);
      await expect(bot.sendText("1001", longer)).rejects.toMatchObject(tooLong);
      expect(sent).toEqual([]);
      await bot.sendText("1001", longest);
      expect(sent.length).toBeGreaterThan(0);
    },
  );

  test("the error tells the limit, and nothing of the text", async () => {
    const bot = createBot(fakePlatform().adapter);
    const failed: unknown = await bot.sendText("1001", "secret".repeat(20_000)).catch((e) => e);
    expect(failed).toMatchObject({ name: "QuotaError", ...tooLong });
    expect(String(failed)).toContain("65536");
    expect(String(failed)).not.toContain("secret");
  });

  test("reply looks at the text before it is formatted, and again at what became of it", async () => {
    const { adapter, sent } = fakePlatform();
    const format = vi.fn<(text: string) => string>((text) => text.slice(0, 10));
    const bot = createBot(adapter, { format });
    await expect(bot.reply(textMessage(), "x".repeat(maxBytes + 1))).rejects.toMatchObject(tooLong);
    expect(format).not.toHaveBeenCalled();
    await bot.reply(textMessage(), "x".repeat(maxBytes));
    expect(format).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(1);

    const grows = createBot(adapter, { format: (text) => text.repeat(maxBytes) });
    await expect(grows.reply(textMessage(), "xx")).rejects.toMatchObject(tooLong);
    expect(sent).toHaveLength(1);
  });

  test("Markdown may be longer than what it becomes", async () => {
    const { adapter, sent } = fakePlatform();
    await createBot(adapter).reply(textMessage(), `${"![a picture](a.png)".repeat(3000)} end`);
    expect(sent).toEqual(["1001 1001:7 end"]);
  });

  test("the limit is settable, and is checked when the bot is made", async () => {
    const { adapter, sent } = fakePlatform();
    const bot = createBot(adapter, { maxTextBytes: 4 });
    await bot.sendText("1001", "1234");
    await expect(bot.sendText("1001", "12345")).rejects.toMatchObject(tooLong);
    await expect(bot.reply(textMessage(), "*".repeat(17))).rejects.toMatchObject(tooLong);
    expect(sent).toHaveLength(1);
    for (const maxTextBytes of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createBot(adapter, { maxTextBytes })).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    }
  });
});

describe("a bot that is tied to a call", () => {
  test("tells the number of parts before the first is sent, and each part after", async () => {
    const { adapter, sent } = fakePlatform(small);
    const told: string[] = [];
    const bot = createBot(adapter).forCall?.({
      onParts: (parts) => told.push(`${parts} parts, ${sent.length} sent`),
      onSent: () => told.push(`sent ${sent.length}`),
    });
    await bot?.reply(textMessage(), "abcdefgh");
    await bot?.sendText("1001", "one");
    await bot?.sendText("1001", " \n ");
    expect(told).toEqual([
      "3 parts, 0 sent",
      "sent 1",
      "sent 2",
      "sent 3",
      "1 parts, 3 sent",
      "sent 4",
    ]);
  });

  test("what onParts throws refuses the whole text", async () => {
    const { adapter, sent } = fakePlatform(small);
    const bot = createBot(adapter).forCall?.({
      onParts(parts) {
        if (parts > 2) throw new Error("too many");
      },
    });
    await expect(bot?.sendText("1001", "abcdefgh")).rejects.toThrow("too many");
    expect(sent).toEqual([]);
    await bot?.sendText("1001", "abcdef");
    expect(sent).toHaveLength(2);
  });

  test("a second bound adds to the first, and lifts none of it", async () => {
    const { adapter } = fakePlatform(small);
    const options: unknown[] = [];
    Object.assign(adapter, {
      downloadRaw: async (_reference: string, given: unknown) => {
        options.push(given);
        return new Uint8Array();
      },
    });
    const told: string[] = [];
    const outer = createBot(adapter).forCall?.({
      from: "1001",
      maxDownloadBytes: 10,
      onParts: (parts) => told.push(`outer ${parts}`),
      onSent: () => told.push("outer sent"),
    });
    const inner = outer?.forCall?.({
      maxDownloadBytes: 20,
      onParts(parts) {
        told.push(`inner ${parts}`);
        if (parts > 1) throw new Error("refused");
      },
    });
    const narrow = inner?.forCall?.({ from: "2002", maxDownloadBytes: 5 });
    await inner?.sendText("1001", "one");
    await inner?.sendText("1001", "two, three").catch(() => {});
    expect(told).toEqual(["inner 1", "outer 1", "outer sent", "inner 4"]);
    for (const bot of [outer, inner, narrow]) await bot?.downloadRaw("x");
    expect(options).toEqual([
      { from: "1001", maxBytes: 10 },
      { from: "1001", maxBytes: 10 },
      { from: "1001", maxBytes: 5 },
    ]);
  });
});

describe("the sends of a run", () => {
  test("are the parts that its texts became", async () => {
    const { dispatcher } = setUp([says("x".repeat(4096 * 2 + 1))]);
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ status: "handled", sends: 3 }]);
  });

  test("are those parts that got through, when one is refused", async () => {
    let left = 2;
    const methods = {
      async sendText() {
        if (left-- === 0) throw new PlatformError("no more", { code: "PLATFORM_RATE_LIMITED" });
        return { status: "sent" as const };
      },
    };
    const platform = fakePlatform({ ...small, methods });
    const next = plugin("next", () => ({ handled: true }));
    const { dispatcher } = setUp([says("abcdefghijk"), next], {
      bot: createBot(platform.adapter),
    });
    const { runs } = await dispatcher.dispatch(incoming());
    // Two parts are in the chat: a second answer from the next plugin would confuse.
    expect(runs).toMatchObject([{ status: "failed", sends: 2 }]);
  });

  test("count a part whose arrival is unknown, and media", async () => {
    const methods = {
      async sendText(): Promise<never> {
        throw new NetworkError("lost", { code: "NETWORK", deliveryUnknown: true });
      },
      sendImage: async () => ({ status: "sent" as const }),
      sendFile: async () => ({ status: "ignored" as const }),
    };
    const both = plugin("both", async ({ bot, msg }) => {
      const bytes = new Uint8Array(1);
      await bot.sendImage(msg.from, bytes);
      await bot.sendFile(msg.from, bytes, "a.txt");
      await bot.sendVideo(msg.from, bytes);
      await bot.reply(msg, "abcdef").catch(() => {});
      return { handled: true };
    });
    const { dispatcher } = setUp([both], {
      bot: createBot(fakePlatform({ ...small, methods }).adapter),
    });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ sends: 2 }]);
  });

  test("of a bot that cannot be tied to a call are its receipts", async () => {
    const bot = createBot(fakePlatform(small).adapter);
    delete bot.forCall;
    const { dispatcher } = setUp([says("abcdef")], { bot });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ sends: 1 }]);
  });
});
