import assert from "node:assert/strict";
import { createBot, createDispatcher } from "@botwright/core";
import { connectSimulator, createHarness } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { createBuiltinPlugins } from "../src/index.ts";
import { MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

describe.each(MODES)("%s", (mode) => {
  const plugin = pluginIn(mode, "bot-menu");

  // spec: builtin.bot-menu
  test("answers the usual words, on every platform", async () => {
    await using h = await createHarness(plugin);
    await h.onEveryPlatform(async (chat) => {
      expect(await chat.user().says("菜单")).toHaveReplied(/^我能做这些：\n• 菜单 \/ 帮助/);
      expect(await chat.user().says("/menu")).toHaveReplied(
        /^This is what I can do:\n• menu \/ help/,
      );
      expect(await chat.user().says(" ＨＥＬＰ！")).toBeHandled("bot-menu");
      expect(await chat.user().says("help me")).not.toBeHandled();
    });
  });

  test("shows what the owner has written, as it was written", async () => {
    const config = {
      title: "Tea house",
      items: "tea_menu - *all* teas\n\n  open - hours  ",
      triggers: "茶，tea",
      language: "zh",
    };
    await using h = await createHarness(plugin, { config });
    expect(await h.user().says("Tea?")).toHaveReplied(
      "Tea house\n• tea_menu - *all* teas\n• open - hours\n• 菜单 / 帮助：显示这份菜单",
    );
    expect(await h.user().says("menu")).not.toBeHandled();
  });

  test("settings of the wrong type are none", async () => {
    const config = { title: 7, items: null, triggers: ["menu"], language: "fr" };
    await using h = await createHarness(plugin, { config });
    expect(await h.user().says("menu")).not.toBeHandled();
    await using other = await createHarness(plugin, { config: { ...config, triggers: "menu" } });
    expect(await other.user().says("menu")).toHaveReplied(/^7\n/);
  });
});

describe("with the pool of a host", () => {
  const [menu = assert.fail("there is no menu")] = createBuiltinPlugins({ fetch });

  /** What the person is shown when the host's tables have these rows. */
  async function ask(text: string, query: (values: readonly unknown[]) => unknown, config = {}) {
    await using telegram = await connectSimulator("telegram");
    const { adapter, simulator } = telegram;
    const dispatcher = createDispatcher({
      plugins: [{ plugin: menu, config }],
      bot: createBot(adapter),
      botDbId: 12,
      services: () => ({ pool: { query: async (_sql: string, values: []) => query(values) } }),
    });
    await adapter.start((incoming) => dispatcher.dispatch(incoming).then(() => "accepted"));
    await simulator.say({ from: telegram.idOf("ann"), text });
    const [answer] = await simulator.waitForSent(1, { timeoutMs: 60_000 });
    await adapter.stop();
    return answer?.text?.split("\n");
  }

  const rows = [
    { slug: "bot-menu", meta: { name: "Menu" } },
    { slug: "webhook-forward", meta: { name: "Webhook" } },
    {
      slug: "dice",
      meta: JSON.stringify({
        name: "骰子 / Dice",
        icon: "🎲",
        description: "掷骰子 / Rolls a die",
        triggers: ["roll", "掷"],
      }),
    },
    { slug: "odd", meta: { name: 7, triggers: "roll", description: "and/or" } },
    { slug: "wordy", meta: { name: "x".repeat(999) } },
  ];

  test("lists the installed plugins of this bot that people can call", async () => {
    const asked: unknown[] = [];
    const shown = await ask("menu", (values) => asked.push(...values) && { rows });
    expect(asked).toEqual([12]);
    expect(shown).toEqual([
      "This is what I can do:",
      "• 🎲 Dice (roll, 掷): Rolls a die",
      "• odd: and/or",
      `• ${"x".repeat(200)}`,
      "• menu / help: shows this list",
    ]);
  });

  test("in Chinese, and without those that the owner hides", async () => {
    const shown = await ask("帮助", () => ({ rows }), { hidden: "odd\nwordy\nwebhook-forward" });
    expect(shown).toEqual([
      "我能做这些：",
      "• 🎲 骰子 (roll, 掷)：掷骰子",
      "• 菜单 / 帮助：显示这份菜单",
    ]);
  });

  test("a database that fails, or an owner who wants no list, leaves the rest", async () => {
    const items = { items: "tea: all teas" };
    const shown = ["This is what I can do:", "• tea: all teas", "• menu / help: shows this list"];
    expect(await ask("menu", failing, items)).toEqual(shown);
    expect(await ask("menu", () => ({ rows }), { ...items, list_plugins: false })).toEqual(shown);
  });
});

function failing(): never {
  throw new Error("the database is gone");
}
