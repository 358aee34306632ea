import { createHarness, type Harness } from "../src/index.ts";
import { expect, test } from "vitest";

/** Tries what is refused, then waits, and says what it was told and when. */
const SOURCE = `
export const meta = { slug: "refused", permissions: { hosts: [] } };
export async function handler({ bot, msg, storage, searchService }) {
  const began = Date.now();
  const code = (promise) => promise.then(() => "done", ({ code, message }) => code + ": " + message);
  const told = [
    await code(storage.get(5)),
    await code(storage.set("key", undefined)),
    await code(bot.sendText("somebody-else", "hello")),
    await code(searchService.search("weather")),
    await code(storage.get("key")),
  ];
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  await bot.reply(msg, [...told, Date.now() - began].join("\\n"));
  return { handled: true };
}`;

const TOLD = [
  "INVALID_ARGUMENT: storage.get[0] must be string",
  expect.stringContaining("INVALID_ARGUMENT: storage.set"),
  "PERMISSION_DENIED: the plugin does not have the permission for bot.sendText: its meta.permissions lacks proactive: true",
  "PERMISSION_DENIED: the plugin does not have the permission for searchService.search: its meta.permissions lacks search: true",
  "done",
  "60000",
];

/** What the plugin has said, line by line. */
async function linesOf(harness: Harness): Promise<string[]> {
  const { replies, error } = await harness.user().says("hello");
  expect(error).toBeUndefined();
  return replies.join("\n").split("\n");
}

test.each(["sandbox", "host"] as const)(
  "a refused host call has the same code, message and time: in the %s",
  async (runIn) => {
    await using harness = await createHarness(SOURCE, { runIn });
    expect(await linesOf(harness)).toEqual(TOLD);
  },
);

test("and on a platform's simulator", async () => {
  await using harness = await createHarness(SOURCE);
  await using there = await harness.on("wechat");
  expect(await linesOf(there)).toEqual(TOLD);
});
