import { createHarness, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("translate.js", import.meta.url);

const DICTIONARY = {
  "French: good morning": "bonjour",
  "Chinese: good morning": "早上好",
  "English: 早上好": "good morning",
  "英文: 早上好": "good morning",
  "Chinese: three o'clock?": "三点？",
};

/** Knows a few words, and shows that text and language arrive where they should. */
function answers({ systemPrompt, messages }) {
  const [, target] = /into (.+?)\. /.exec(systemPrompt);
  return DICTIONARY[`${target}: ${messages[0].content}`] ?? { error: "I do not know that" };
}

const free = { answers };
const paid = { answers, inputPrice: 1, outputPrice: 2 };

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin, { models: { paid, free } });
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
  expect(h.credits).toBe(1000);
});

test("it shows that it is typing while the model thinks", async () => {
  await using h = await createHarness(plugin, {
    models: { slow: { answers: { text: "bonjour", afterMs: 8000 } } },
  });
  const { typings, calls } = await h.user().says("translate to French: good morning");
  expect(typings).toBe(1);
  expect(calls.map(({ operation }) => operation)).toEqual([
    "call.start",
    "aiService.getModelsByCategory",
    "aiService.isFreeModel",
    "bot.sendTyping",
    "aiService.callModel",
    "bot.cancelTyping",
    "bot.sendText",
  ]);
});

test("what it answers is sent as it is", async () => {
  await using h = await createHarness(plugin, {
    models: { free: { answers: "2 * 3 * 4 = **24**" } },
  });
  expect(await h.user().says("translate 二乘三乘四")).toHaveReplied("2 * 3 * 4 = **24**");
});

test("paid models only if the owner allows them, the cheapest first", async () => {
  const models = { dear: { ...paid, outputPrice: 80 }, paid };
  await using careful = await createHarness(plugin, { models });
  expect(await careful.user().says("translate 早上好")).toHaveReplied(/no free model/);
  await using generous = await createHarness(plugin, { models, config: { may_cost: true } });
  const turn = await generous.user().says("translate 早上好");
  expect(turn).toHaveReplied("good morning");
  expect(turn.credits).toBe(1);
});

test("the owner's choice of a model", async () => {
  const models = { free: { answers: "no" }, mine: { answers: "yes" } };
  await using h = await createHarness(plugin, { models, config: { model: "mine" } });
  expect(await h.user().says("translate 好")).toHaveReplied("yes");
});

test("without credits it says what to do", async () => {
  await using h = await createHarness(plugin, {
    models: { paid },
    config: { may_cost: true },
    credits: 0,
  });
  expect(await h.user().says("翻译 good morning")).toHaveReplied(/^没有成功：Not enough credits/);
});

test("the hour's free calls are used up", async () => {
  await using h = await createHarness(plugin, { models: { free } });
  const user = h.user();
  for (let count = 0; count < 200; count++) await user.says("翻译 good morning");
  expect(await user.says("翻译 good morning")).toHaveReplied(/^没有成功：.*an hour/);
  h.clock.advance(3_600_000);
  expect(await user.says("翻译 good morning")).toHaveReplied("早上好");
});

test.each([
  ["translate", /Write what to translate/],
  ["翻译", /请写下要翻译的内容/],
  [`translate ${"x".repeat(3001)}`, /too long: at most 3000/],
])("bad input: %s", async (text, expected) => {
  await using h = await createHarness(plugin, { models: { free } });
  expect(await h.user().says(text)).toHaveReplied(expected);
});

test.each(["translated by Ann", "hello"])("%s is left to others", async (text) => {
  await using h = await createHarness(plugin);
  expect(await h.user().says(text)).not.toBeHandled();
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin, { models: { free } });
  await h.onEveryPlatform(async (on) => {
    await playConversation(on, "ann: 翻译成英文：早上好\nbot: good morning");
    if (!on.features.quotes) return;
    await playConversation(
      on,
      `
      ann: three o'clock?
      (no answer)
      ann answering "three o'clock?": translate
      bot: 三点？
      `,
    );
  });
});
