import { createBot, measureText, splitText, type TextLimit } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fakePlatform, textMessage } from "./messages.ts";

describe("createBot", () => {
  test("reply formats Markdown, sendText does not", async () => {
    const { adapter, sent } = fakePlatform();
    const bot = createBot(adapter);
    await bot.reply(textMessage(), "# **早**\n- 一");
    await bot.sendText("1001", "**as it is**");
    await bot.sendText("1001", "with a token", "1001:7");
    expect(sent).toEqual([
      "1001 1001:7 早\n• 一",
      "1001 - **as it is**",
      "1001 1001:7 with a token",
    ]);
  });

  test("long text goes out in parts, in order; only the first one quotes", async () => {
    const { adapter, sent } = fakePlatform({
      capabilities: { textLimits: [{ unit: "character", max: 3 }] },
    });
    const receipt = await createBot(adapter).reply(textMessage(), "一二三四五六七");
    expect(sent).toEqual(["1001 1001:7 一二三", "1001 1001:7+ 四五六", "1001 1001:7+ 七"]);
    expect(receipt).toEqual({ status: "sent", id: "3" });
  });

  test("nothing to say is ignored", async () => {
    const { adapter, sent } = fakePlatform();
    expect(await createBot(adapter).reply(textMessage(), "![only a picture](a.png)")).toEqual({
      status: "ignored",
    });
    expect(sent).toEqual([]);
  });

  test("what the platform lacks resolves without effect", async () => {
    const { adapter, sent } = fakePlatform();
    const bot = createBot(adapter, { variant: "single" });
    const bytes = new Uint8Array(1);
    expect(await bot.sendImage("1001", bytes)).toEqual({ status: "ignored" });
    expect(await bot.sendVideo("1001", bytes)).toEqual({ status: "ignored" });
    expect(await bot.sendFile("1001", bytes, "a.txt")).toEqual({ status: "ignored" });
    expect(await bot.sendVoice?.("1001", bytes)).toEqual({ status: "ignored" });
    await bot.sendTyping("1001");
    await bot.cancelTyping("1001");
    expect(sent).toEqual([]);
  });

  test("sendVoice exists in the single-platform variant only", () => {
    const { adapter } = fakePlatform();
    expect("sendVoice" in createBot(adapter)).toBe(false);
    expect("sendVoice" in createBot(adapter, { variant: "single" })).toBe(true);
  });

  test("downloads are Buffers", async () => {
    const { adapter } = fakePlatform({ files: { ref: new Uint8Array([104, 105]) } });
    const bot = createBot(adapter);
    const media = { encrypt_query_param: "ref" };
    const image = { thumb_width: 0, thumb_height: 0, mid_size: 2, media };
    expect((await bot.downloadImage(image)).toString()).toBe("hi");
    expect((await bot.downloadRaw("ref")).toString()).toBe("hi");
    await expect(bot.downloadRaw("gone")).rejects.toThrow("no such file");
  });
});

const utf16 = (max: number): TextLimit[] => [{ unit: "utf16", max }];

describe("splitText", () => {
  test.each([
    ["short", utf16(10), ["short"]],
    ["", utf16(10), []],
    ["one\n\ntwo\nthree", utf16(9), ["one", "two\nthree"]],
    ["one\ntwo\nthree", utf16(8), ["one\ntwo", "three"]],
    ["abcdef", utf16(4), ["abcd", "ef"]],
    ["abcd\nef", utf16(4), ["abcd", "ef"]],
    ["a😀b", utf16(2), ["a", "😀", "b"]],
    ["ab👨‍👩‍👧cd", utf16(9), ["ab", "👨‍👩‍👧c", "d"]],
    ["你好世界", [{ unit: "utf8", max: 7 }] satisfies TextLimit[], ["你好", "世界"]],
    ["\n\n\na\n\n\n", utf16(3), ["a"]],
  ])("%j by %j", (text, limits, parts) => {
    expect(splitText(text, limits)).toEqual(parts);
  });

  test.each([0, 1, 2, 3])(
    "a row of flags is cut between two of them, behind %i letters",
    (count) => {
      const letters = "x".repeat(count);
      const parts = splitText(letters + "🇩🇪🇨🇳".repeat(100), utf16(401));
      expect(parts.join("")).toBe(letters + "🇩🇪🇨🇳".repeat(100));
      for (const part of parts) expect(part.replaceAll(/🇩🇪|🇨🇳|x/g, "")).toBe("");
    },
  );

  test("a grapheme that alone is over the limit is cut rather than lost", () => {
    const zalgo = `e${"\u0301".repeat(50)}`;
    const parts = splitText(zalgo, utf16(20));
    expect(parts.join("")).toBe(zalgo);
    expect(parts.every((part) => part.length <= 20)).toBe(true);
  });

  test("keeps every limit, every character but line breaks at cuts, and every pair", () => {
    const unit = fc.constantFrom("utf16", "utf8", "character");
    const limits = fc.array(fc.record({ unit, max: fc.integer({ min: 4, max: 40 }) }), {
      minLength: 1,
      maxLength: 2,
    });
    const text = fc.string({
      unit: fc.constantFrom("a", "你", "😀", "\n", "\n\n", "e\u0301", "🇨🇳", "👨‍👩‍👧"),
      maxLength: 80,
    });
    fc.assert(
      fc.property(text, limits, (input, bounds) => {
        const parts = splitText(input, bounds);
        for (const part of parts) {
          expect(part.isWellFormed()).toBe(true);
          for (const bound of bounds) {
            expect(measureText(part, bound.unit)).toBeLessThanOrEqual(bound.max);
          }
        }
        expect(parts.join("").replaceAll("\n", "")).toBe(input.replaceAll("\n", ""));
      }),
      { numRuns: 500 },
    );
  });
});
