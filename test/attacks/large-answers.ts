import { setTimeout as sleep } from "node:timers/promises";
import { BotwrightError, type HandlerContext, type JsonValue } from "@botwright/core";

/** Milliseconds until a download or a model has answered. */
const ANSWER_MS = 2;

/** As large as a download of a platform may be. */
const DOWNLOAD_BYTES = 20_971_520;

/** About as many keys as five megabytes hold with short values. */
export const manyKeys: string[] = Array.from({ length: 40_000 }, (_, key) => `key number ${key}`);

const text = "x".repeat(1_000_000);
const values = Array.from({ length: 100_000 }, (_, value) => value % 10);

/** Values of the storage under certain keys, in addition to stored ones. */
export function largeValue(key: string): JsonValue | undefined {
  if (key === "megabyte") return text;
  if (key === "values") return values;
  if (key === "deep") return nested(2000);
  if (key === "refused at length") {
    throw new BotwrightError(text, { code: "STORAGE_INVALID_KEY" });
  }
  return undefined;
}

function nested(levels: number): JsonValue {
  let value: JsonValue = 0;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Makes services answer with as much as they can be asked for. */
export function addLargeAnswers(context: HandlerContext): void {
  const { bot, aiService, searchService } = context;
  const downloadRaw = bot.downloadRaw.bind(bot);
  const callModel = aiService.callModel.bind(aiService);
  const search = searchService.search.bind(searchService);
  bot.downloadRaw = async (reference) => {
    if (reference !== "large") return downloadRaw(reference);
    await sleep(ANSWER_MS);
    return Buffer.alloc(DOWNLOAD_BYTES, 1);
  };
  aiService.callModel = async (input) => {
    const answer = await callModel(input);
    if (input.model !== "verbose") return answer;
    await sleep(ANSWER_MS);
    return { ...answer, text: text.repeat(4) };
  };
  searchService.search = async (query, options) => {
    if (query !== "everything") return search(query, options);
    const row = {
      title: "t".repeat(1000),
      url: "https://api.example/",
      snippet: "s".repeat(50_000),
    };
    const results = Array.from({ length: 20 }, () => row);
    return { results, source: "test", count: results.length, cached: false };
  };
}
