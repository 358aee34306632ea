import { glob, readFile } from "node:fs/promises";
import { createHarness, type HarnessOptions, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { root } from "./house.ts";

/** A plugin in a document, what it is given, and the conversation that stands below it. */
interface GuideExample {
  /** Where it stands: `docs/plugin-guide.md:12`. */
  place: string;
  plugin: string;
  world: HarnessOptions;
  chat: string;
}

const FENCE = /^```(?<info>js plugin|json world|chat)\n(?<text>[\s\S]*?)^```$/gm;

/**
 * Reads blocks in their order: a `js plugin` begins an example, a `json world` has the options of
 * the harness, a `chat` ends it.
 */
async function readExamples(path: string): Promise<GuideExample[]> {
  const page = await readFile(`${root}/${path}`, "utf8");
  const examples: GuideExample[] = [];
  for (const { index, groups } of page.matchAll(FENCE)) {
    const { info, text = "" } = groups ?? {};
    const last = examples.at(-1);
    if (info === "js plugin") {
      const place = `${path}:${page.slice(0, index).split("\n").length}`;
      examples.push({ place, plugin: text, world: {}, chat: "" });
    } else if (last !== undefined && last.chat === "") {
      if (info === "chat") last.chat = text;
      else last.world = JSON.parse(text);
    }
  }
  return examples;
}

const pages: string[] = [];
for await (const page of glob(["docs/*.md", "packages/*/README.md"], { cwd: root })) {
  pages.push(page);
}
const examples = (await Promise.all(pages.toSorted().map(readExamples))).flat();

test("the guide has an example of every member of the context", () => {
  const code = examples.map(({ plugin }) => plugin).join("\n");
  const ofBot =
    "reply sendText sendImage sendVideo sendFile sendVoice sendTyping cancelTyping platform " +
    "downloadImage downloadVoice downloadFile downloadVideo downloadRaw";
  const ofAI =
    "callModel getModelsByCategory getModelInfo isFreeModel getImageUsageToday getFreeImageQuota";
  const members = [
    ofBot.split(" ").map((name) => `bot.${name}`),
    ofAI.split(" ").map((name) => `aiService.${name}(`),
    "get set delete keys clear".split(" ").map((name) => `storage.${name}(`),
    "type text textWithQuote from timestamp contextToken".split(" ").map((name) => `msg.${name}`),
    "searchService.search( getPlatformCreds( config. mediaBuffer quotedMessage".split(" "),
    "messageId botDbId userId".split(" "),
  ].flat();
  expect(members.filter((name) => !code.includes(name))).toEqual([]);
});

test.each(examples)("the example at $place", async ({ plugin, world, chat }) => {
  expect(chat, "a conversation has to stand below the plugin").not.toBe("");
  await using h = await createHarness(plugin, world);
  await playConversation(h, chat);
});
