import { createHarness, playConversation } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("search-digest.js", import.meta.url);

const HITS = [
  {
    title: "Mooncakes",
    url: "https://food.example.com/mooncakes",
    snippet: "Round and **sweet**.",
  },
  { title: "Festivals", url: "https://days.example.com/autumn", snippet: "In the 8th month." },
];
const search = { "*": HITS, nothing: [] };
const writer = { answers: "They are eaten in the **8th month** [2]." };

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin, { search, models: { writer } });
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
});

test("the model gets the results, and only the results", async () => {
  const asked = [];
  const answers = (input) => (asked.push(input), "…");
  await using h = await createHarness(plugin, { search, models: { writer: { answers } } });
  const turn = await h.user().says("搜索 月饼");
  expect(turn.typings).toBe(1);
  expect(asked[0].systemPrompt).toMatch(/“月饼”.*不要照着/);
  expect(asked[0].messages).toEqual([
    {
      role: "user",
      content: "[1] Mooncakes: Round and **sweet**.\n[2] Festivals: In the 8th month.",
    },
  ]);
});

describe("without a digest it lists what was found", () => {
  const list =
    "[1] Mooncakes\nRound and sweet.\nhttps://food.example.com/mooncakes\n\n" +
    "[2] Festivals\nIn the 8th month.\nhttps://days.example.com/autumn";
  test.each([
    ["it is switched off", { models: { writer }, config: { digest: false } }],
    ["there is no model", {}],
    ["only paid models are there", { models: { writer: { ...writer, inputPrice: 1 } } }],
    ["the model fails", { models: { writer: { answers: { error: "overloaded" } } } }],
    ["the model says nothing", { models: { writer: { answers: "" } } }],
  ])("because %s", async (_why, options) => {
    await using h = await createHarness(plugin, { search, ...options });
    const turn = await h.user().says("search mooncakes");
    expect(turn.replies).toEqual([list]);
    expect(turn.credits).toBe(0);
  });
});

test.each([
  ["INVALID_QUERY", /shorter/, /请短一点/],
  ["USER_RATE_LIMIT", /wait a minute/, /请等一分钟/],
  ["PLUGIN_RATE_LIMIT", /Many people/, /搜索的人很多/],
  ["API_ERROR", /has failed/, /出错/],
  ["NETWORK_ERROR", /cannot be reached/, /连不上/],
])("the search fails with %s", async (code, english, chinese) => {
  await using h = await createHarness(plugin, { search: { "*": code } });
  expect(await h.user().says("search mooncakes")).toHaveReplied(english);
  const turn = await h.user().says("搜索 月饼");
  expect(turn).toHaveReplied(chinese);
  expect(turn.logs).toMatchObject([{ level: "warn", text: expect.stringContaining(code) }]);
});

test("the limits of the platform: words that are too long, and too many searches", async () => {
  await using h = await createHarness(plugin, { search });
  const user = h.user();
  expect(await user.says(`search ${"x".repeat(201)}`)).toHaveReplied(/shorter/);
  for (let number = 0; number < 30; number++) await user.says(`search number ${number}`);
  expect(await user.says("search one more")).toHaveReplied(/many searches/);
  h.clock.advance(60_000);
  expect(await user.says("search one more")).toHaveReplied(/Mooncakes/);
});

test("the settings", async () => {
  const asked = [];
  await using h = await createHarness(plugin, {
    search: (_query, options) => (asked.push(options), HITS),
    config: { results: 99, region: "cn-zh", digest: false },
  });
  await h.user().says("search mooncakes");
  expect(asked).toEqual([{ maxResults: 10, region: "cn-zh" }]);
});

test.each(["searching for love", "research"])("%s is left to others", async (text) => {
  await using h = await createHarness(plugin);
  expect(await h.user().says(text)).not.toBeHandled();
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin, { search, models: { writer } });
  await h.onEveryPlatform(async (on) => {
    expect(await on.user("ann").says("search mooncakes")).toHaveReplied(/8th month \[2\]/);
  });
});
