import { glob } from "node:fs/promises";
import { createHarness, type HarnessOptions, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { root } from "./repository.ts";

/** A plugin in a document, with the options of its harness and the conversation below it. */
interface GuideExample {
  /** Its position: `docs/plugin-guide.md:12`. */
  place: string;
  plugin: string;
  options: HarnessOptions;
  chat: string;
}

/**
 * Reads blocks in order: a `js plugin` starts an example, a `json harness` has the options of the harness,
 * a `chat` ends it.
 */
async function readExamples(path: string): Promise<GuideExample[]> {
  const examples: GuideExample[] = [];
  for (const { place, language, info, code } of await readFences(path)) {
    const last = examples.at(-1);
    if (language === "js" && info === "plugin") {
      examples.push({ place, plugin: code, options: {}, chat: "" });
    } else if (last !== undefined && last.chat === "") {
      if (language === "chat") last.chat = code;
      if (language === "json" && info === "harness") last.options = JSON.parse(code);
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

test.each(examples)("the example at $place", async ({ plugin, options, chat }) => {
  expect(chat, "a conversation has to stand below the plugin").not.toBe("");
  await using h = await createHarness(plugin, options);
  await playConversation(h, chat);
});
