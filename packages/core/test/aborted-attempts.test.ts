import { createMemoryJournal, readRun } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { incoming } from "./messages.ts";
import { openSharedStorage, createAI, interrupted } from "./shared-storage.ts";

const ending = (ok: boolean): unknown[] => [
  [0, "storage.keys", true],
  [1, "storage.get", true],
  [2, "storage.set", ok],
];

describe("a run that starts again", () => {
  test("refuses the host calls of its aborted attempt", async () => {
    const refused: unknown[] = [];
    const bot = openSharedStorage([
      interrupted(async ({ storage: own, bot: chat, msg }, pass) => {
        const votes = Number(await own.get("votes"));
        if (pass === 1) await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1).catch(() => {});
        await chat.reply(msg, `pass ${pass}`).catch(({ code }) => refused.push(code));
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect(bot.sent).toEqual(["1001 1001:7 pass 2"]);
    expect(refused).toEqual(["CALL_ENDED"]);
  });

  test("sends once what it sends while it is decided whether it starts again, at any moment", async () => {
    for (let turns = 0; turns < 100; turns++) {
      const bot = openSharedStorage([
        interrupted(async ({ storage: own, bot: chat, msg }, pass) => {
          const votes = Number(await own.get("votes"));
          if (pass === 1) await bot.storage.set("votes", 5);
          const counting = own.set("votes", votes + 1);
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
          await chat.reply(msg, "counted");
          await counting;
        }),
      ]);
      await bot.dispatcher.dispatch(incoming());
      expect(bot.sent, `after ${turns} turns`).toEqual(["1001 1001:7 counted"]);
    }
  });

  test("has no events of a read that its aborted attempt had begun, and that ends later", async () => {
    const information = Promise.withResolvers<null>();
    const events: string[] = [];
    const bot = openSharedStorage(
      [
        interrupted(async ({ storage: own, aiService }, pass) => {
          if (pass === 1) void aiService.getModelInfo("m");
          const votes = Number(await own.get("votes"));
          if (pass === 1) await bot.storage.set("votes", 5);
          await own.set("votes", votes + 1);
          information.resolve(null);
          await own.get("more");
        }),
      ],
      {
        services: () => ({
          aiService: { ...createAI([]), getModelInfo: () => information.promise },
        }),
        onEvent(event) {
          if (event.type === "storage-conflict") events.splice(0);
          if (event.type === "host-call-begun" || event.type === "host-call-settled") {
            events.push(`${event.type} ${event.sequence} ${event.operation}`);
          }
        },
      },
    );
    await bot.dispatcher.dispatch(incoming());
    await new Promise(setImmediate);
    expect(events).toEqual([
      "host-call-begun 0 storage.get",
      "host-call-settled 0 storage.get",
      "host-call-begun 1 storage.set",
      "host-call-settled 1 storage.set",
      "host-call-begun 2 storage.get",
      "host-call-settled 2 storage.get",
    ]);
  });

  test("for two keys that it writes at once goes back to the read that came first", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const [a, b] = [Number(await own.get("a")), Number(await own.get("b"))];
        if (pass === 1) await Promise.all([bot.storage.set("a", 5), bot.storage.set("b", 7)]);
        await Promise.all([own.set("b", b + 1), own.set("a", a + 1)]);
      }),
    ]);
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect([await bot.storage.get("a"), await bot.storage.get("b")]).toEqual([6, 8]);
    expect(runs).toMatchObject([{ restarts: 1 }]);
    expect(bot.warnings).toEqual([]);
  });

  test("goes on when a trusted function asks for something else than before", async () => {
    let noted = 0;
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        await own.set(`note ${++noted}`, true);
        await own.get("other");
        const votes = Number(await own.get("votes"));
        if (pass === 1) await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      }),
    ]);
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ status: "handled" }]);
    expect(await bot.storage.get("votes")).toBe(6);
  });

  test("gives outcomes of an aborted attempt a place among its own", async () => {
    const journal = createMemoryJournal();
    const bot = openSharedStorage(
      [
        interrupted(async ({ storage: own, aiService }, pass) => {
          const votes = Number(await own.get("votes"));
          if (pass === 2) await own.get("more");
          await aiService.callModel({ model: "m", messages: [] });
          if (pass === 1) await bot.storage.set("votes", 5);
          await own.set("votes", votes + 1);
        }),
      ],
      { journal, services: () => ({ aiService: createAI([]) }) },
    );
    await bot.dispatcher.dispatch(incoming());
    const { calls } = await readRun(journal, "1/9/poll");
    expect(calls.map(({ operation, outcome }) => [outcome?.order, operation])).toEqual([
      [0, "storage.get"],
      [1, "storage.get"],
      [2, "aiService.callModel"],
      [3, "storage.set"],
    ]);
  });

  test("leaves its attempts in the journal, the last one whole", async () => {
    const journal = createMemoryJournal();
    const bot = openSharedStorage(
      [
        interrupted(async ({ storage: own }, pass) => {
          await own.keys();
          const votes = Number(await own.get("votes"));
          if (pass < 3) await bot.storage.set("votes", 5 * pass);
          await own.set("votes", votes + 1);
        }),
      ],
      { journal },
    );
    await bot.dispatcher.dispatch(incoming());
    const { calls, attempts } = await readRun(journal, "1/9/poll");
    const summarize = (entries: typeof calls): unknown[] =>
      entries.map(({ sequence, operation, outcome }) => [sequence, operation, outcome?.ok]);
    expect(summarize(calls)).toEqual(ending(true));
    expect(attempts.map(({ key }) => key)).toEqual(["votes", "votes"]);
    expect(attempts.map(({ calls: aborted }) => summarize(aborted))).toEqual([
      ending(false),
      ending(false),
    ]);
  });
});
