import { createHarness } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { containsWord } from "../src/shared/find-words.ts";
import { MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

const echo =
  "export const meta = { slug: 'echo' }; export async function handler({ bot, msg }) { await bot.reply(msg, msg.text); return { handled: true }; }";

describe.each(MODES)("%s", (mode) => {
  const plugin = pluginIn(mode, "message-filter");

  // spec: builtin.message-filter
  test("stops a message with a word of the list before others see it, on every platform", async () => {
    await using h = await createHarness(plugin, { config: { words: "赌博" }, others: [echo] });
    await h.onEveryPlatform(async (chat) => {
      const { replies, handledBy } = await chat.user().says("来赌博吗");
      expect(handledBy).toBe("message-filter");
      expect(replies).toEqual(["这条消息包含不允许的内容。"]);
      expect(await chat.user().says("来喝茶吗")).toHaveReplied("来喝茶吗");
    });
  });

  test("says nothing, or what the owner wants", async () => {
    const silent = { words: "casino", action: "silent" };
    await using h = await createHarness(plugin, { config: silent, others: [echo] });
    const { replies, handledBy } = await h.user().says("Casino!");
    expect([replies, handledBy]).toEqual([[], "message-filter"]);
    const notice = { words: "casino", notice: "No *gambling*." };
    await using other = await createHarness(plugin, { config: notice });
    expect(await other.user().says("casino")).toHaveReplied("No *gambling*.");
  });

  test("has a list to begin with, and settings of the wrong type stop nothing", async () => {
    await using h = await createHarness(plugin);
    expect(await h.user().says("可代开各类发票")).toBeHandled();
    expect(await h.user().says("Your CASINO bonus")).toHaveReplied(/not allowed/);
    await using other = await createHarness(plugin, { config: { words: ["casino"], action: 1 } });
    expect(await other.user().says("casino bonus")).not.toBeHandled();
  });

  test("hears what is said in a voice message", async () => {
    const config = { words: "casino" };
    await using h = await createHarness(plugin, { config, platform: "wechat" });
    const transcription = "to the casino";
    expect(await h.user().sendsVoice(Buffer.from("silk"), { transcription })).toBeHandled();
  });
});

describe("words", () => {
  const CASES: readonly [text: string, word: string, found: boolean][] = [
    ["ＣＡＳＩＮＯ", "casino", true],
    ["cas\u200bino", "casino", true],
    ["ca sino", "casino", false],
    ["casinos", "casino", false],
    ["casinos", "casino*", true],
    ["a class", "ass", false],
    ["a class", "*ass", true],
    ["你 说 赌　博 吗", "赌博", true],
    ["赌\n博", "赌博", false],
    ["代理开发票", "代*发票", true],
    ["发票代理", "代*发票", false],
    ["free some bitcoin", "free*bitcoin", true],
    ["freedom bitcoins", "free*bitcoin", false],
    ["an ass, a class", "ass", true],
    ["a+b", "a+b", true],
    ["anything", "***", false],
    ["anything", "", false],
    ["买vpn吗", "vpn", true],
  ];
  test.each(CASES)("%j has %j: %j", async (text, word, found) => {
    expect(await containsWord(text, [word])).toBe(found);
  });

  test("a message that only grows is stopped", async () => {
    await using h = await createHarness(pluginIn("sandboxed", "message-filter"), {
      platform: "wechat",
    });
    // One character that stands for a sentence of 18.
    expect(await h.user().says("\ufdfa".repeat(20_000))).toBeHandled("message-filter");
    expect(await h.user().says("word ".repeat(13_000))).not.toBeHandled();
  });

  test("a long message takes the plugin no longer than its limit allows", async () => {
    const words = Array.from({ length: 1000 }, (_, index) => `a*word${index}*b`).join("\n");
    await using h = await createHarness(pluginIn("sandboxed", "message-filter"), {
      config: { words },
      platform: "wechat",
    });
    const { error, runs } = await h.user().says("a word9999 ".repeat(4000));
    expect(error).toBeUndefined();
    expect(runs).toMatchObject([{ status: "passed" }]);
  });

  test("a long list leaves the thread to others in between", async () => {
    const words = Array.from({ length: 1000 }, (_, index) => `ab${index}`);
    let turns = 0;
    const turn = (): NodeJS.Immediate => setImmediate(() => (turns++, (next = turn())));
    let next = turn();
    expect(await containsWord("ab cd ".repeat(5000), words)).toBe(false);
    clearImmediate(next);
    // Some 2,000 characters for a thousand words at once.
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  test("what is too long for the list counts as one that contains a word", async () => {
    const words = Array.from({ length: 1000 }, (_, index) => `ab${index}`);
    expect(await containsWord("cd ".repeat(16_000), words)).toBe(false);
    expect(await containsWord("cd ".repeat(17_000), words)).toBe(true);
    expect(await containsWord("cd ".repeat(17_000), words.slice(0, 500))).toBe(false);
  });
});
