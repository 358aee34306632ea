import type { JsonValue, Storage } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { incoming } from "./messages.ts";
import { openSharedStorage, createAI, interrupted } from "./shared-storage.ts";

/** Another run adds to a number. */
async function addTo(storage: Storage, key: string, more: number): Promise<void> {
  await storage.set(key, Number(await storage.get(key)) + more);
}

describe("a run that starts again", () => {
  test("takes what it had before the read, and does it only once", async () => {
    const seen: unknown[] = [];
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const runs = Number(await own.get("runs"));
        await own.set("runs", runs + 1);
        const votes = Number(await own.get("votes"));
        if (pass === 1) await bot.storage.set("votes", 5);
        seen.push([runs, votes]);
        await own.set("votes", votes + 1);
      }),
    ]);
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(seen).toEqual([
      [0, 0],
      [0, 5],
    ]);
    expect([await bot.storage.get("runs"), await bot.storage.get("votes")]).toEqual([1, 6]);
    expect(runs).toMatchObject([{ status: "handled", restarts: 1 }]);
    expect(bot.conflicts()).toEqual(["restarted votes"]);
  });

  test("counts a key once that it had counted after the read", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const votes = Number(await own.get("votes"));
        const log = Number(await own.get("log"));
        await own.set("log", log + 1);
        if (pass === 1) await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect([await bot.storage.get("log"), await bot.storage.get("votes")]).toEqual([1, 6]);
  });

  test("replaces what it had written after the read by what it writes now", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const votes = Number(await own.get("votes"));
        const log: JsonValue[] = Object((await own.get("log")) ?? []);
        await own.set("log", [...log, `after ${votes}`]);
        await own.get("more");
        if (pass === 1) await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect(await bot.storage.get("log")).toEqual(["after 5"]);
    expect(await bot.storage.get("votes")).toBe(6);
    expect(bot.warnings).toEqual([]);
  });

  test("does an update once that it had done after the read, with what it computes now", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const votes = Number(await own.get("votes"));
        await own.update("log", (log) => [...Object(log ?? []), votes]);
        if (pass === 1) await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect(await bot.storage.get("log")).toEqual([5]);
    expect(await bot.storage.get("votes")).toBe(6);
  });

  test("keeps what others have written between its read and its write of another key", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const before = await own.get("log");
        const votes = Number(await own.get("votes"));
        if (pass === 1) await bot.storage.set("log", 1);
        if (!(await own.compareAndSet("log", before, Number(before) + 1))) {
          await own.update("log", (log) => Number(log) + 1);
        }
        if (pass < 3) await bot.storage.set("votes", 5 * pass);
        if (pass < 3) await addTo(bot.storage, "log", 1);
        await own.set("votes", votes + 1);
      }),
    ]);
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ status: "handled", restarts: 2 }]);
    expect(await bot.storage.get("log")).toBe(4);
  });

  test("keeps what others have written between two of its updates", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const votes = Number(await own.get("votes"));
        await own.update("log", (log) => Number(log) + 1);
        if (pass === 1) await addTo(bot.storage, "log", 10);
        await own.update("log", (log) => Number(log) + 1);
        if (pass === 1) await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      }),
    ]);
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ status: "handled", restarts: 1 }]);
    expect(await bot.storage.get("log")).toBe(12);
  });

  test("does not replace what others have written between two of its updates", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const votes = Number(await own.get("votes"));
        await own.update("log", (log) => [...Object(log ?? []), `first ${votes}`]);
        if (pass === 1) {
          await bot.storage.set("log", [...Object(await bot.storage.get("log")), "another"]);
        }
        await own.update("log", (log) => [...Object(log ?? []), "second"]);
        if (pass === 1) await bot.storage.set("votes", 5);
        await own.set("votes", votes + 1);
      }),
    ]);
    await bot.dispatcher.dispatch(incoming());
    expect(await bot.storage.get("log")).toContain("another");
  });

  test("updates what it had deleted after the read as it was before", async () => {
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const votes = Number(await own.get("votes"));
        if (pass === 1) {
          await own.get("log");
          await own.delete("log");
          await bot.storage.set("votes", 5);
        } else {
          await own.update("log", (log) => [...Object(log ?? []), "second"]);
        }
        await own.set("votes", votes + 1);
      }),
    ]);
    await bot.storage.set("log", ["first"]);
    await bot.dispatcher.dispatch(incoming());
    expect(await bot.storage.get("log")).toEqual(["first", "second"]);
  });

  test("a condition that does not hold fails over what it had written after the read", async () => {
    const seen: unknown[] = [];
    const bot = openSharedStorage([
      interrupted(async ({ storage: own }, pass) => {
        const votes = Number(await own.get("votes"));
        if (pass === 1) {
          await own.get("log");
          await own.set("log", "mine");
          await bot.storage.set("votes", 5);
        } else {
          seen.push(await own.compareAndSet("log", "another", "wrong"));
        }
        await own.set("votes", votes + 1);
      }),
    ]);
    await bot.storage.set("log", "first");
    await bot.dispatcher.dispatch(incoming());
    expect(seen).toEqual([false]);
  });

  test("pays for equal questions once, and for others anew", async () => {
    const asked: unknown[] = [];
    const bot = openSharedStorage(
      [
        interrupted(async ({ storage: own, aiService, bot: chat, msg }, pass) => {
          const votes = Number(await own.get("votes"));
          const ask = (content: string) =>
            aiService.callModel({ model: "m", messages: [{ role: "user", content }] });
          const { text } = await ask("hello");
          const other = await ask(`there are ${votes}`);
          if (pass === 1) await bot.storage.set("votes", 5);
          await own.set("votes", votes + 1);
          await chat.reply(msg, `${text}, ${other.text}`);
        }),
      ],
      { services: () => ({ aiService: createAI(asked) }) },
    );
    const { runs } = await bot.dispatcher.dispatch(incoming());
    expect(asked).toHaveLength(3);
    expect(bot.sent).toEqual(["1001 1001:7 answer 1, answer 3"]);
    expect(runs).toMatchObject([{ credits: 3, restarts: 1 }]);
  });

  test("pays once for a question whose members come in another order", async () => {
    const asked: unknown[] = [];
    const bot = openSharedStorage(
      [
        interrupted(async ({ storage: own, aiService }, pass) => {
          const votes = Number(await own.get("votes"));
          const question = { model: "m", messages: [] };
          const { model, messages } = question;
          await aiService.callModel(pass === 1 ? question : { messages, model });
          if (pass === 1) await bot.storage.set("votes", 5);
          await own.set("votes", votes + 1);
        }),
      ],
      { services: () => ({ aiService: createAI(asked) }) },
    );
    await bot.dispatcher.dispatch(incoming());
    expect(asked).toHaveLength(1);
  });

  test("waits for what it has begun, so that it is paid once", async () => {
    const asked: unknown[] = [];
    const ai = createAI(asked);
    const answer = Promise.withResolvers<void>();
    const bot = openSharedStorage(
      [
        interrupted(async ({ storage: own, aiService, bot: chat, msg }, pass) => {
          const votes = Number(await own.get("votes"));
          const asking = aiService.callModel({ model: "m", messages: [] });
          if (pass === 1) {
            await bot.storage.set("votes", 5);
            setTimeout(answer.resolve, 20);
          }
          await own.set("votes", votes + 1);
          await chat.reply(msg, (await asking).text);
        }),
      ],
      {
        services: () => ({
          aiService: {
            ...ai,
            async callModel(input) {
              await answer.promise;
              return ai.callModel(input);
            },
          },
        }),
      },
    );
    await bot.dispatcher.dispatch(incoming());
    expect(asked).toHaveLength(1);
    expect(bot.sent).toEqual(["1001 1001:7 answer 1"]);
  });
});
