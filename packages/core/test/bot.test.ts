import { type BotAdapter, type BotScope, createBot } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { fakePlatform, textMessage } from "./messages.ts";

describe("createBot", () => {
  // spec: bot.reply, bot.send-text, format.only-reply
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

  test("a long reply is formatted where the host says, and nothing overtakes it", async () => {
    const { adapter, sent } = fakePlatform();
    const formatted: string[] = [];
    const elsewhere = Promise.withResolvers<void>();
    const bot = tied(createBot(adapter), {
      async formatMarkdown(text) {
        formatted.push(text);
        await elsewhere.promise;
        return "long";
      },
    });
    const long = "**long** ".repeat(300);
    const all = [
      bot.reply(textMessage(), long),
      bot.reply(textMessage(), "**short**"),
      bot.sendText("1001", "as it is"),
    ];
    elsewhere.resolve();
    await Promise.all(all);
    expect(formatted).toEqual([long]);
    expect(sent).toEqual(["1001 1001:7 long", "1001 1001:7 short", "1001 - as it is"]);
  });

  test("sends to one chat that nobody waits for go out one after another, text by text", async () => {
    const { adapter, sent } = fakePlatform({
      capabilities: { textLimits: [{ unit: "character", max: 2 }] },
      methods: {
        async sendImage(to) {
          sent.push(`${to} picture`);
          return { status: "sent" };
        },
      },
    });
    const bot = tied(createBot(adapter), {});
    const texts = [bot.reply(textMessage(), "一二三四五"), bot.sendText("1001", "六七八")];
    const others = [bot.sendImage("1001", new Uint8Array(1)), bot.sendText("2002", "九")];
    await Promise.all([...texts, ...others]);
    expect(sent.filter((line) => line.startsWith("1001"))).toEqual([
      "1001 1001:7 一二",
      "1001 1001:7+ 三四",
      "1001 1001:7+ 五",
      "1001 - 六七",
      "1001 -+ 八",
      "1001 picture",
    ]);
    expect(sent.indexOf("2002 - 九")).toBeLessThan(3);
  });

  test("a long reply that cannot be formatted fails, and those behind it go on", async () => {
    const { adapter, sent } = fakePlatform();
    const bot = tied(createBot(adapter), {
      formatMarkdown: () => Promise.reject(new Error("lost")),
    });
    const failing = bot.reply(textMessage(), "a".repeat(3000));
    const next = bot.reply(textMessage(), "next");
    await expect(failing).rejects.toThrow("lost");
    await next;
    expect(sent).toEqual(["1001 1001:7 next"]);
  });

  test("a long reply is formatted while what was sent before it is on its way", async () => {
    const uploaded = Promise.withResolvers<void>();
    const { adapter, sent } = fakePlatform({
      methods: {
        async sendImage() {
          await uploaded.promise;
          return { status: "sent" };
        },
      },
    });
    const bot = tied(createBot(adapter), {
      formatMarkdown: (text) =>
        text.startsWith("a") ? Promise.reject(new Error("lost")) : Promise.resolve("long"),
    });
    const picture = bot.sendImage("1001", new Uint8Array(1));
    const failing = bot.reply(textMessage(), "a".repeat(3000));
    const long = bot.reply(textMessage(), "b".repeat(3000));
    // A failure that nobody heard by now would end the process.
    await new Promise(setImmediate);
    uploaded.resolve();
    await expect(failing).rejects.toThrow("lost");
    await Promise.all([picture, long]);
    expect(sent).toEqual(["1001 1001:7 long"]);
  });

  test("a bot with a format of its own formats long replies itself", async () => {
    const { adapter, sent } = fakePlatform();
    const bot = tied(createBot(adapter, { format: (text) => `${text.length}` }), {
      formatMarkdown: async () => "elsewhere",
    });
    await bot.reply(textMessage(), "a".repeat(3000));
    expect(sent).toEqual(["1001 1001:7 3000"]);
  });

  test("nothing to say is ignored", async () => {
    const { adapter, sent } = fakePlatform();
    expect(await createBot(adapter).reply(textMessage(), "![only a picture](a.png)")).toEqual({
      status: "ignored",
    });
    expect(sent).toEqual([]);
  });

  // spec: platform.missing-capability
  test("what the platform lacks resolves without effect", async () => {
    const { adapter, sent } = fakePlatform({ platform: "wechat" });
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

  // spec: bot.download-image, bot.download-raw
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

function tied(bot: BotAdapter, scope: BotScope): BotAdapter {
  const made = bot.forCall?.(scope);
  if (made === undefined) throw new Error("the bot cannot be tied to a call");
  return made;
}
