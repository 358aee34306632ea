import { createMemoryJournal } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";

const buys = (purchases: string[]) =>
  plugin("buys", async ({ aiService, bot, msg }) => {
    const { text } = await aiService.callModel({ model: "m", messages: [] });
    purchases.push("handler ran");
    await bot.reply(msg, text);
    return { handled: true };
  });
const ai = (calls: string[]) => ({
  callModel: async () => {
    calls.push("paid");
    return {
      text: `answer ${calls.length}`,
      imageUrl: null,
      usage: { prompt_tokens: 1, completion_tokens: 1 },
      credits_deducted: 1,
      free_use: false,
      error: null,
    };
  },
  getModelsByCategory: async () => [],
  getModelInfo: async () => null,
  isFreeModel: async () => false,
  getImageUsageToday: async () => 0,
  getFreeImageQuota: async () => ({ dailyPerUser: 0 }),
});

describe("the journal", () => {
  test("a message run again pays and sends nothing twice", async () => {
    const journal = createMemoryJournal();
    const calls: string[] = [];
    const runs: string[] = [];
    const { dispatcher, sent } = setUp([buys(runs)], {
      journal,
      services: () => ({ aiService: ai(calls) }),
    });
    await dispatcher.dispatch(incoming());
    await dispatcher.dispatch(incoming());
    expect(runs).toHaveLength(2);
    expect(calls).toEqual(["paid"]);
    expect(sent).toEqual(["1001 1001:7 answer 1"]);
    expect((await journal.read("1/9/buys")).map(({ operation }) => operation)).toEqual([
      "aiService.callModel",
      "bot.reply",
    ]);
  });

  test("a send without a known outcome is sent again", async () => {
    const journal = createMemoryJournal();
    await journal.begin({ callId: "1/9/echo", sequence: 0, operation: "bot.reply", args: [] });
    const echo = plugin("echo", async ({ bot, msg }) => {
      await bot.reply(msg, msg.text);
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([echo], { journal });
    await dispatcher.dispatch(incoming());
    expect(sent).toHaveLength(1);
  });

  test("a run that asks for something else than before is stopped", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "1/9/echo", sequence: 0 } as const;
    await journal.begin({ ...entry, operation: "storage.keys", args: [] });
    await journal.settle(entry.callId, 0, { ok: true, value: [] });
    const echo = plugin("echo", async ({ bot, msg }) => {
      await bot.reply(msg, msg.text);
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([echo], { journal });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs[0]?.error?.code).toBe("JOURNAL_MISMATCH");
    expect(sent).toEqual([]);
  });

  test("a record of the wrong shape is refused by its path", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "1/9/lists", sequence: 0 } as const;
    await journal.begin({ ...entry, operation: "storage.keys", args: [] });
    await journal.settle(entry.callId, 0, { ok: true, value: [1] });
    const lists = plugin("lists", async ({ storage }) => {
      await storage.keys();
      return { handled: true };
    });
    const { dispatcher } = setUp([lists], { journal });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs[0]?.error).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("storage.keys[0]"),
    });
  });
});
