import { definePlugin } from "@botwright/core";
import { expect, test } from "vitest";
import { createHarness } from "../src/index.ts";

const GREETER = `
  export const meta = { slug: "greeter", priority: 70, config_schema: [
    { key: "word", label: "Word", type: "text", default: "Hello" },
  ] };
  export async function handler({ bot, msg, config, storage }) {
    if (msg.text !== "hi") return { handled: false };
    await storage.set("greeted", msg.from);
    await bot.reply(msg, config.word);
    return { handled: true };
  }`;

/** Takes every message that holds its word, and answers nothing. */
const filter = definePlugin({
  meta: {
    slug: "filter",
    priority: 10,
    config_schema: [{ key: "word", label: "Word", type: "text" }],
  },
  handler: async ({ msg, config }) => ({ handled: msg.text.includes(String(config["word"])) }),
});

/** Answers each message that no other plugin has answered. */
const FALLBACK = `
  export const meta = { slug: "fallback", priority: 100 };
  export const handler = async ({ bot, msg }) => {
    await bot.reply(msg, "?");
    return { handled: true };
  };`;

test("the bot's other plugins have their turn by priority", async () => {
  const others = [FALLBACK, { plugin: filter, config: { word: "hi" } }];
  await using h = await createHarness(GREETER, { others });
  const stopped = await h.user().says("hi");
  expect(stopped).toMatchObject({ handledBy: "filter", replies: [], calls: [] });
  expect(stopped.runs.map(({ plugin }) => plugin)).toEqual(["filter"]);
  const passed = await h.user().says("what?");
  expect(passed).toMatchObject({ handledBy: "fallback", replies: ["?"] });
  expect(passed.runs.map(({ plugin }) => plugin)).toEqual(["filter", "greeter", "fallback"]);
});

test("an installation's priority goes before the plugin's own", async () => {
  const others = [{ plugin: filter, config: { word: "hi" }, priority: 80 }];
  await using h = await createHarness(GREETER, { others });
  expect(await h.user().says("hi")).toMatchObject({ handledBy: "greeter", replies: ["Hello"] });
});

test("several people talk to one bot, and each plugin has a storage of its own", async () => {
  await using h = await createHarness(GREETER, { others: [FALLBACK], config: { word: "Hey" } });
  const [ann, ben] = [h.user("ann"), h.user("ben")];
  const turns = await Promise.all([ann.says("hi"), ben.says("hi"), ann.says("why?")]);
  expect(turns.map(({ replies }) => replies)).toEqual([["Hey"], ["Hey"], ["?"]]);
  expect(await h.storage.keys()).toEqual(["greeted"]);
  expect(await h.storageOf("fallback").keys()).toEqual([]);
});

test.each([
  [{ config: { wort: "Hey" } }, "options.config.wort", "greeter: did you mean word?"],
  [{ config: { colour: "red" } }, "options.config.colour", "greeter: it has word"],
  [
    { others: [FALLBACK, { plugin: filter, config: { words: "hi" } }] },
    "options.others[1].config.words",
    "filter: did you mean word?",
  ],
  [
    { others: [{ plugin: FALLBACK, config: { word: "hi" } }] },
    "options.others[0].config.word",
    "fallback: it has none",
  ],
])("a setting that the schema does not have is refused: %j", async (options, path, advice) => {
  await expect(createHarness(GREETER, options)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: `${path} is not in the config_schema of ${advice}`,
  });
});

test("another plugin of the same slug is refused, as a host refuses it", async () => {
  const creating = createHarness(GREETER, { others: [GREETER.replace("70", "60")] });
  await expect(creating).rejects.toMatchObject({ code: "DUPLICATE_SLUG" });
});
