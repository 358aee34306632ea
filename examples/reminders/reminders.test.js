import { createHarness, playConversation } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import "@botwright/harness/vitest";

const plugin = new URL("reminders.js", import.meta.url);

/** It is Monday the 5th, 9:00 in UTC, and 17:00 where the person lives. */
const world = { now: "2026-01-05T09:00:00Z" };

test("the conversation of the README", async () => {
  await using h = await createHarness(plugin, world);
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
});

describe("it understands when", () => {
  test.each([
    ["remind me in 20 minutes to call home", "⏰ 2026-01-05 17:20 call home"],
    ["remind me in 1 hour stretch", "⏰ 2026-01-05 18:00 stretch"],
    ["Remind me at 18:30 to cook", "⏰ 2026-01-05 18:30 cook"],
    ["remind me at 9 to cook", "⏰ 2026-01-06 09:00 cook"],
    ["remind me tomorrow at 7 pm that the shop closes", "⏰ 2026-01-06 19:00 the shop closes"],
    ["remind me today at 12 pm to rest", "That is over already."],
    ["remind me on 2026-02-01 10:15 to pay", "⏰ 2026-02-01 10:15 pay"],
    ["提醒我 20分钟后 喝水", "⏰ 2026-01-05 17:20 喝水"],
    ["提醒我明天9点开会", "⏰ 2026-01-06 09:00 开会"],
    ["提醒我后天下午3点半 交报告", "⏰ 2026-01-07 15:30 交报告"],
    ["提醒我 晚上8点15分 看书", "⏰ 2026-01-05 20:15 看书"],
  ])("%s", async (text, reply) => {
    await using h = await createHarness(plugin, world);
    expect((await h.user().says(text)).replies).toEqual([reply]);
  });
});

test.each([
  ["remind me", /^When\?/],
  ["remind me soon to call home", /^When\?/],
  ["remind me at 25:00 to sleep", /^When\?/],
  ["remind me on 2026-99-99 10:00 to sleep", /^When\?/],
  ["remind me tomorrow at 9", /^When\?/],
  ["提醒我 开会", /^什么时候？/],
  [`remind me at 9 to ${"x".repeat(201)}`, /too long/],
  ["done 3", /no reminder with this number/],
])("bad input: %s", async (text, reply) => {
  await using h = await createHarness(plugin, world);
  expect(await h.user().says(text)).toHaveReplied(reply);
  expect(await h.storage.keys()).toEqual([]);
});

test("what is due is shown once, whatever the person writes, and others still answer", async () => {
  const others = [
    `export const meta = { slug: "echo" };
     export async function handler({ bot, msg }) {
       await bot.reply(msg, "echo"); return { handled: true };
     }`,
  ];
  await using h = await createHarness(plugin, { ...world, others });
  const [ann, ben] = [h.user("ann"), h.user("ben")];
  await ann.says("remind me in 5 minutes to call home");
  h.clock.advance(5 * 60_000);
  expect((await ben.says("hello")).replies).toEqual(["echo"]);
  const turn = await ann.sendsImage(Buffer.of(1));
  expect(turn.replies).toEqual(["It is time:\n⏰ call home", "echo"]);
  expect(turn).toBeHandled("echo");
  expect((await ann.says("hello")).replies).toEqual(["echo"]);
});

test("a full notebook", async () => {
  await using h = await createHarness(plugin, world);
  const user = h.user();
  for (let number = 1; number <= 50; number++) await user.says(`remind me at 20:00 to ${number}`);
  expect(await user.says("remind me at 20:00 to 51")).toHaveReplied(/50 reminders already/);
  await user.says("done 1");
  expect(await user.says("remind me at 20:00 to 51")).toHaveReplied(/51/);
});

test("when the account's storage is full it says so, and has changed nothing", async () => {
  await using h = await createHarness(plugin, world);
  for (let number = 0; number < 5; number++) {
    await h.storageOf("other").set(`${number}`, "x".repeat(1024 * 1024 - 100));
  }
  const turn = await h.user().says(`remind me at 20:00 to ${"x".repeat(200)}`);
  expect(turn).toHaveReplied(/no room left/);
  expect(turn.logs).toMatchObject([{ text: expect.stringContaining("STORAGE_QUOTA_EXCEEDED") }]);
  expect(await h.user().says("reminders")).toHaveReplied("Nothing to remember.");
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin, world);
  await h.onEveryPlatform(async (on) => {
    await playConversation(
      on,
      `
      ann: 提醒我 20分钟后 喝水
      bot: ⏰ 2026-01-05 17:20 喝水
      (20 minutes later)
      ann: hello
      bot: 时间到了：
        ⏰ 喝水
      ann: 完成 1
      bot: 已完成：喝水
      `,
    );
  });
});
