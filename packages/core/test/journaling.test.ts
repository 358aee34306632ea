import { createManualClock, createMemoryJournal, InfrastructureError } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";
import { createFakeAI } from "./fake-ai.ts";

const buys = (purchases: string[]) =>
  plugin("buys", async ({ aiService, bot, msg }) => {
    const { text } = await aiService.callModel({ model: "m", messages: [] });
    purchases.push("handler ran");
    await bot.reply(msg, text);
    return { handled: true };
  });
const ai = (calls: string[]) => createFakeAI(() => ({ text: `answer ${calls.push("paid")}` }));

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
    const args = [incoming().message, "hello"];
    await journal.write([{ callId: "1/9/echo", sequence: 0, operation: "bot.reply", args }]);
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
    const outcome = { order: 0, at: 0, ok: true, value: [] } as const;
    await journal.write([{ ...entry, operation: "storage.keys", args: [], outcome }]);
    const echo = plugin("echo", async ({ bot, msg }) => {
      await bot.reply(msg, msg.text);
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([echo], { journal });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs[0]?.error?.code).toBe("JOURNAL_MISMATCH");
    expect(sent).toEqual([]);
  });

  test("a run whose journal fails in the middle of what was recorded ends at once", async () => {
    const kept = createMemoryJournal();
    const entry = { callId: "1/9/asks" } as const;
    const message = { model: "m", messages: [] };
    await kept.write([
      { ...entry, sequence: 0, operation: "storage.set", args: ["key", 1] },
      {
        ...entry,
        sequence: 1,
        operation: "aiService.callModel",
        args: [message],
        outcome: { order: 1, at: 0, ok: true, value: { text: "paid" } },
      },
      {
        ...entry,
        sequence: 2,
        operation: "storage.keys",
        args: [],
        outcome: { order: 0, at: 0, ok: true, value: [] },
      },
    ]);
    const journal = { ...kept, write: async () => Promise.reject(new Error("no space")) };
    const asks = plugin("asks", async ({ aiService, storage }) => {
      const writing = storage.set("key", 1);
      // Answered after "keys", for which the run does not come to ask.
      void aiService.callModel(message);
      await writing;
      await storage.keys();
      return { handled: true };
    });
    // Nothing else ends the wait: its time does not pass.
    const { dispatcher } = setUp([asks], { journal, clock: createManualClock(0) });
    await expect(dispatcher.dispatch(incoming())).rejects.toBeInstanceOf(InfrastructureError);
  });

  test("a record of the wrong shape is refused by its path", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "1/9/lists", sequence: 0 } as const;
    const outcome = { order: 0, at: 0, ok: true, value: [1] } as const;
    await journal.write([{ ...entry, operation: "storage.keys", args: [], outcome }]);
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

const cycle: { self?: unknown } = {};
cycle.self = cycle;
let deep: unknown = 1;
for (let level = 0; level < 20_000; level++) deep = [deep];
const UNREADABLE: readonly (readonly [what: string, value: unknown, reason: string])[] = [
  [
    "a getter that throws",
    {
      get own() {
        throw new Error("broken getter");
      },
    },
    "broken getter",
  ],
  ["a cycle", cycle, "STORAGE_INVALID_VALUE"],
  ["too many levels", deep, "INVALID_ARGUMENT"],
];

test.each(UNREADABLE)(
  "a trusted plugin's argument with %s fails its call, not the journal",
  async (_what, value, reason) => {
    const memory = createMemoryJournal();
    const journal = {
      ...memory,
      // As one in a database does.
      write: (entries: Parameters<typeof memory.write>[0]) =>
        memory.write(JSON.parse(JSON.stringify(entries))),
    };
    const stores = plugin("stores", async ({ storage, bot, msg }) => {
      const set = Reflect.get(storage, "set");
      const failure = await Reflect.apply(set, storage, ["key", value]).catch(
        ({ code, message }: { code?: string; message: string }) => code ?? message,
      );
      await bot.reply(msg, String(failure));
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([stores], { journal });
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ status: "handled" }]);
    expect(sent).toEqual([expect.stringMatching(` ${reason}$`)]);
    const calls = await journal.read("1/9/stores");
    expect(calls).toMatchObject([{ args: [], outcome: { ok: false } }, { outcome: { ok: true } }]);
  },
);
