import { createHarness, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("draw.js", import.meta.url);

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);
const imageUrl = "https://pictures.oss-cn-hangzhou.aliyuncs.com/fox.png";
/** 40 USD a thousand: 4 credits a picture. */
const painter = { category: "image", inputPrice: 40, answers: { imageUrl } };
const world = {
  models: { painter },
  freeImagesPerDay: 2,
  fetch: { [imageUrl]: PNG },
};

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin, world);
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
  expect(h.credits).toBe(1000);
});

test("the picture is fetched and sent, and meanwhile the bot is typing", async () => {
  const asked = [];
  const answers = (input) => (asked.push(input), { imageUrl, afterMs: 9000 });
  await using h = await createHarness(plugin, {
    ...world,
    models: { painter: { ...painter, answers } },
    config: { size: "1024x1792" },
  });
  const turn = await h.user().says("draw a fox in the snow");
  expect(turn).toHaveSent({ type: "image", bytes: PNG });
  expect(turn.typings).toBe(1);
  expect(asked).toMatchObject([
    { model: "painter", imagePrompt: "a fox in the snow", imageSize: "1024x1792" },
  ]);
});

test("beyond the free ones the owner pays, if that is allowed", async () => {
  await using h = await createHarness(plugin, { ...world, config: { may_cost: true } });
  const user = h.user();
  await user.says("draw a fox");
  await user.says("draw a hare");
  const third = await user.says("draw an owl");
  expect(third).toHaveSent({ type: "image" });
  expect(third).toHaveReplied("That cost 4 credits.");
  expect(third.credits).toBe(4);
});

test("a free model needs no quota", async () => {
  const sketcher = { category: "image", answers: { imageUrl } };
  await using h = await createHarness(plugin, {
    ...world,
    models: { painter, sketcher },
    freeImagesPerDay: 0,
  });
  const turn = await h.user().says("画一只狐狸");
  expect(turn).toHaveSent({ type: "image" });
  expect(turn.credits).toBe(0);
});

test("where no pictures are free, the owner has to allow them", async () => {
  await using h = await createHarness(plugin, { ...world, freeImagesPerDay: 0 });
  expect(await h.user().says("draw a fox")).toHaveReplied(/cost credits here/);
});

test("without credits it says what to do", async () => {
  await using h = await createHarness(plugin, {
    ...world,
    freeImagesPerDay: 0,
    config: { may_cost: true },
    credits: 3,
  });
  expect(await h.user().says("draw a fox")).toHaveReplied(/was not drawn: Not enough credits/);
});

test.each([
  ["comes from a host that was not declared", "https://elsewhere.example.com/fox.png", {}],
  ["cannot be downloaded", imageUrl, { [imageUrl]: new TypeError("fetch failed") }],
  ["is gone", imageUrl, { [imageUrl]: new Response("", { status: 404 }) }],
])("a picture that %s is sent as its address", async (_what, address, fetch) => {
  await using h = await createHarness(plugin, {
    ...world,
    models: { painter: { ...painter, answers: { imageUrl: address } } },
    fetch,
  });
  const turn = await h.user().says("draw a fox");
  expect(turn).toHaveReplied(`The picture is here: ${address}`);
  expect(turn).not.toHaveSent({ type: "image" });
  expect(turn.logs).toMatchObject([{ level: "warn" }]);
});

test("a picture that comes as text", async () => {
  const answers = { imageUrl: `data:image/png;base64,${PNG.toString("base64")}` };
  await using h = await createHarness(plugin, {
    ...world,
    models: { painter: { ...painter, answers } },
  });
  expect(await h.user().says("draw a fox")).toHaveSent({ type: "image", bytes: PNG });
});

test.each([
  ["draw", /Write what to draw/],
  ["画", /请写下要画什么/],
  [`draw ${"x".repeat(1001)}`, /too long: at most 1000/],
])("bad input: %s", async (text, expected) => {
  await using h = await createHarness(plugin, world);
  expect(await h.user().says(text)).toHaveReplied(expected);
});

test("no image model, and a model that refuses", async () => {
  await using empty = await createHarness(plugin, { ...world, models: {} });
  expect(await empty.user().says("draw a fox")).toHaveReplied("There is no image model.");
  const answers = { error: "not such a picture" };
  await using strict = await createHarness(plugin, {
    ...world,
    models: { painter: { ...painter, answers } },
  });
  const turn = await strict.user().says("画 狐狸");
  expect(turn).toHaveReplied("没有画成：not such a picture");
  expect(turn.credits).toBe(0);
});

test.each(["drawing is fun", "画蛇添足"])("%s is left to others", async (text) => {
  await using h = await createHarness(plugin);
  expect(await h.user().says(text)).not.toBeHandled();
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin, world);
  await h.onEveryPlatform(async (on) => {
    expect(await on.user("ann").says("draw a fox")).toHaveSent({ type: "image", bytes: PNG });
  });
});
