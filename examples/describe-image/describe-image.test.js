import { createHarness, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("describe-image.js", import.meta.url);

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/** A model that sees what it is given. */
function look({ messages }) {
  const [{ text }, { image_url }] = messages[0].content;
  if (image_url.url !== `data:image/png;base64,${PNG.toString("base64")}`) {
    return { error: "unreadable" };
  }
  return text === "Which colour?" ? "Dark red." : "A **single** dark dot.";
}

const eye = { category: "vision", answers: look };
const paid = { ...eye, inputPrice: 10, outputPrice: 10 };

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin, { models: { eye } });
  const chat = await readChats(new URL("README.md", import.meta.url));
  await playConversation(h, chat, { files: { "dot.png": PNG } });
});

test("in Chinese if the owner wants it so", async () => {
  const asked = [];
  const answers = (input) => (asked.push(input), "一个点。");
  await using h = await createHarness(plugin, {
    models: { eye: { ...eye, answers } },
    config: { language: "zh" },
  });
  expect(await h.user().sendsImage(PNG)).toHaveReplied("一个点。");
  expect(asked[0].messages[0].content[0].text).toBe("用三句话描述这张图片。");
  expect(asked[0].systemPrompt).toContain("请用中文回答");
});

test.each([
  [
    "a picture that is no picture",
    Buffer.from("GIF is not how I begin"),
    /JPEG, PNG, GIF and WebP/,
  ],
  ["a picture that is too large", Buffer.concat([PNG, Buffer.alloc(3_000_000)]), /at most 3 MB/],
  ["a picture that cannot be downloaded", Buffer.alloc(21 << 20), /could not be downloaded/],
])("%s is refused and costs nothing", async (_what, bytes, expected) => {
  await using h = await createHarness(plugin, { models: { paid }, config: { may_cost: true } });
  const turn = await h.user().sendsImage(bytes);
  expect(turn).toHaveReplied(expected);
  expect(turn.credits).toBe(0);
});

test("a picture that is nearly too large is looked at", async () => {
  const model = { ...eye, answers: () => "Much of nothing." };
  await using h = await createHarness(plugin, { models: { model } });
  const picture = Buffer.concat([PNG, Buffer.alloc(2_990_000)]);
  expect(await h.user().sendsImage(picture)).toHaveReplied("Much of nothing.");
});

test("a paid model only if the owner allows it", async () => {
  await using careful = await createHarness(plugin, { models: { paid } });
  expect(await careful.user().sendsImage(PNG)).toHaveReplied(/no free model/);
  await using generous = await createHarness(plugin, {
    models: { paid },
    config: { may_cost: true },
  });
  const turn = await generous.user().sendsImage(PNG);
  expect(turn).toHaveReplied("A single dark dot.");
  expect(turn.credits).toBeGreaterThan(0);
});

test("a model that fails", async () => {
  await using h = await createHarness(plugin, {
    models: { eye: { ...eye, answers: { error: "overloaded" } } },
  });
  expect(await h.user().sendsImage(PNG)).toHaveReplied("I could not look at it: overloaded");
});

test("everything but pictures is left to others", async () => {
  await using h = await createHarness(plugin);
  expect(await h.user().says("picture")).not.toBeHandled();
  expect(await h.user().sendsFile(PNG, "dot.png")).not.toBeHandled();
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin, { models: { eye } });
  await h.onEveryPlatform(async (on) => {
    expect(await on.user("ann").sendsImage(PNG)).toHaveReplied("A single dark dot.");
  });
});
