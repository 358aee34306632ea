import { createHarness } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

const DAY_MS = 86_400_000;
const echo =
  "export const meta = { slug: 'echo' }; export async function handler({ bot, msg }) { await bot.reply(msg, msg.text); return { handled: true }; }";

describe.each(MODES)("%s", (mode) => {
  const plugin = pluginIn(mode, "auto-greeting");

  test("greets each person once, and lets others answer, on every platform", async () => {
    await using h = await createHarness(plugin, { others: [echo] });
    await h.onEveryPlatform(async (chat) => {
      expect((await chat.user("ann").says("你好")).replies).toEqual([
        "你好！很高兴认识你。发送“菜单”看看我能做什么。",
        "你好",
      ]);
      expect((await chat.user("ann").says("hello")).replies).toEqual(["hello"]);
      const { replies, handledBy } = await chat.user("ben").says("hello");
      expect(replies[0]).toMatch(/^Hello! Nice to meet you/);
      expect(handledBy).toBe("echo");
    });
  });

  test("greets 20 people at once, each once", { tags: ["long"] }, async () => {
    await using h = await createHarness(plugin, { config: { greeting: "Welcome, {from}!" } });
    const people = Array.from({ length: 20 }, (_, index) => h.user(String(2000 + index)));
    const turns = await Promise.all(
      people.flatMap((person) => [person.says("hi"), person.says("hi"), person.says("hi")]),
    );
    const greetings = turns.flatMap(({ replies }) => replies).toSorted();
    expect(greetings).toEqual(people.map(({ id }) => `Welcome, ${id}!`).toSorted());
  });

  test("greets again after days of silence, if it should", async () => {
    await using h = await createHarness(plugin, { config: { again_after_days: 3 } });
    const user = h.user();
    expect(await user.says("one")).toHaveReplied();
    for (let day = 0; day < 5; day++) {
      h.clock.advance(DAY_MS);
      expect(await user.says("more")).not.toHaveReplied();
    }
    h.clock.advance(3 * DAY_MS);
    expect(await user.says("back")).toHaveReplied(/^Hello!/);
    expect(await user.says("back")).not.toHaveReplied();
    await using never = await createHarness(plugin);
    await never.user().says("one");
    never.clock.advance(1000 * DAY_MS);
    expect(await never.user().says("two")).not.toHaveReplied();
  });

  test("ends the chain if it should, and always after Telegram's start button", async () => {
    await using h = await createHarness(plugin, { config: { stop: true }, others: [echo] });
    expect((await h.user().says("hi")).replies).toHaveLength(1);
    expect((await h.user().says("hi")).replies).toEqual(["hi"]);
    await using other = await createHarness(plugin, { others: [echo] });
    const { replies, handledBy } = await other.user().says("/start ref_7");
    expect([replies.length, handledBy]).toEqual([1, "auto-greeting"]);
    expect(replies[0]).toMatch(/^Hello!/);
  });

  test("a run that is repeated after a crash still greets", async () => {
    await using h = await createHarness(plugin);
    // The crash came between the write and the greeting; the message is the first of this harness.
    await h.storage.set(`seen/${h.user("ann").id}`, { at: h.clock.now(), greeted: 1 });
    expect(await h.user("ann").says("hi")).toHaveReplied(/^Hello!/);
    expect(await h.user("ann").says("hi")).not.toHaveReplied();
  });

  test("what an older version has stored is no error", async () => {
    await using h = await createHarness(plugin);
    await h.storage.set(`seen/${h.user("ann").id}`, "yes");
    expect(await h.user("ann").says("hi")).toHaveReplied(/^Hello!/);
    expect(await h.user("ann").says("hi")).not.toHaveReplied();
  });
});
