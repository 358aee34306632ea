import { createMemoryJournal, createMemoryStorage, type JsonValue } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";
import { openSharedStorage, handles, messages, countUp, interrupted } from "./shared-storage.ts";

describe("a plain get and set", () => {
  test("of twenty messages at once loses no write", async () => {
    const { dispatcher, storage, warnings } = openSharedStorage([
      handles(({ storage: own }) => countUp(own, "votes")),
    ]);
    await Promise.all(messages(20).map((message) => dispatcher.dispatch(message)));
    expect(await storage.get("votes")).toBe(20);
    expect(warnings).toEqual([]);
  });

  test("of two keys by twenty messages at once loses no write of either", async () => {
    const { dispatcher, storage, warnings } = openSharedStorage([
      handles(async ({ storage: own }) => {
        const [a, b] = [Number(await own.get("a")), Number(await own.get("b"))];
        await new Promise(setImmediate);
        await own.set("a", a + 1);
        await new Promise(setImmediate);
        await own.set("b", b + 1);
      }),
    ]);
    await Promise.all(messages(20).map((message) => dispatcher.dispatch(message)));
    expect([await storage.get("a"), await storage.get("b")]).toEqual([20, 20]);
    expect(warnings).toEqual([]);
  });

  test("of five bots of one account loses no write", async () => {
    const storage = createMemoryStorage().open(1, "shared");
    const counts = handles(({ storage: own }) => countUp(own, "votes"));
    const results = Array.from({ length: 5 }, (_, botDbId) => {
      const { dispatcher } = setUp([counts], { botDbId, services: () => ({ storage }) });
      return messages(4).map((message) => dispatcher.dispatch(message));
    });
    await Promise.all(results.flat());
    expect(await storage.get("votes")).toBe(20);
  });

  test("of an object that the handler changes in place loses no write", async () => {
    const { dispatcher, storage } = openSharedStorage([
      handles(async ({ storage: own, msg }) => {
        const votes: Record<string, JsonValue> = Object((await own.get("votes")) ?? {});
        await new Promise(setImmediate);
        votes[msg.text] = true;
        await own.set("votes", votes);
      }),
    ]);
    const said = messages(5).map((message, n) => ({
      ...message,
      message: { ...message.message, text: `voter ${n}` },
    }));
    await Promise.all(said.map((message) => dispatcher.dispatch(message)));
    expect(Object.keys(Object(await storage.get("votes")))).toHaveLength(5);
  });

  test("that is not awaited counts too, and the run ends after it", async () => {
    const { dispatcher, storage } = openSharedStorage([
      handles(async ({ storage: own }) => {
        const count = Number(await own.get("votes"));
        void own.set("votes", count + 1);
      }),
    ]);
    await Promise.all(messages(10).map((message) => dispatcher.dispatch(message)));
    expect(await storage.get("votes")).toBe(10);
  });

  test("writes twice over what it has written itself", async () => {
    const { dispatcher, storage, conflicts } = openSharedStorage([
      handles(async ({ storage: own }) => {
        await own.get("step");
        await Promise.all([own.set("step", 1), own.set("step", 2)]);
        await own.set("step", 3);
        await own.delete("step");
        await own.set("step", 4);
      }),
    ]);
    await dispatcher.dispatch(incoming());
    expect(await storage.get("step")).toBe(4);
    expect(conflicts()).toEqual([]);
  });

  test("writes a key that it has never read over anything", async () => {
    const bot = openSharedStorage([
      handles(async ({ storage: own }) => {
        await bot.storage.set("last", "other");
        await own.set("last", "mine");
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect(await bot.storage.get("last")).toBe("mine");
    expect(bot.conflicts()).toEqual([]);
  });

  test("builds on the first of its reads", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const first = Number(await own.get("votes"));
        if (pass === 1) await bot.storage.set("votes", 10);
        await own.get("votes");
        await own.set("votes", first + 1);
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect(await bot.storage.get("votes")).toBe(11);
  });
});

const warning = (key: string): unknown =>
  expect.stringMatching(new RegExp(`storage.set wrote over "${key}".*STORAGE_OVERWRITTEN`));

describe("a value is written over one that the run does not know, with a warning,", () => {
  test("when something has been sent", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own, bot: chat, msg }) => {
        const votes = Number(await own.get("votes"));
        await chat.reply(msg, "counting");
        await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      }),
    ]);
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(runs).toEqual([expect.not.objectContaining({ restarts: 1 })]);
    expect(bot.sent).toHaveLength(1);
    expect(await bot.storage.get("votes")).toBe(1);
    expect(bot.warnings).toEqual([warning("votes")]);
    expect(bot.conflicts()).toEqual(["overwritten votes"]);
  });

  test("when it has been started again five times", async () => {
    let passes = 0;
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        passes = pass;
        const votes = Number(await own.get("votes"));
        await bot.storage.set("votes", 100 * pass);
        await own.set("votes", votes + 1);
      }),
    ]);
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(passes).toBe(6);
    expect(runs).toMatchObject([{ status: "handled", restarts: 5 }]);
    expect(await bot.storage.get("votes")).toBe(501);
    expect(bot.warnings).toEqual([warning("votes")]);
  });

  test("when it has written the key itself since it read it", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }) => {
        await countUp(own, "votes");
        await bot.storage.set("votes", 5);
        await own.set("votes", 2);
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect(await bot.storage.get("votes")).toBe(2);
    expect(bot.warnings).toEqual([warning("votes")]);
  });

  test("when its host calls hold more than is kept for a restart, whatever journal it has", async () => {
    const texts = (count: number) =>
      interrupted(async ({ storage: own }) => {
        const votes = Number(await own.get("votes"));
        for (let n = 0; n < count; n++) await own.set("text", "x".repeat(1_000_000));
        await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      });
    // Of two bytes each: 8 are 16 million bytes.
    const journal = createMemoryJournal({ bytes: 2 ** 30 });
    let bot = openSharedStorage([texts(8)], { journal });
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ restarts: 1 }]);
    bot = openSharedStorage([texts(9)], { journal });
    await bot.dispatcher.dispatch({ ...incoming(), id: "larger" });
    expect(await bot.storage.get("votes")).toBe(1);
    expect(bot.warnings).toEqual([warning("votes")]);
  });
});
