// Long, because every case of a restart shares one plugin, one storage that others write to, and one recorder.
import {
  type AIService,
  type BotEvent,
  createMemoryJournal,
  createMemoryStorage,
  type DispatcherOptions,
  type HandlerContext,
  type Journal,
  type JsonValue,
  type Plugin,
  readRun,
  type Storage,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";

/** A bot whose plugins share one storage that others write too. */
function open(plugins: readonly Plugin[], options: Partial<DispatcherOptions> = {}) {
  const storage: Storage = createMemoryStorage().open(1, "shared");
  const events: BotEvent[] = [];
  const bot = setUp(plugins, {
    onEvent: (event) => events.push(event),
    ...options,
    services: (slug, run) => ({ storage, ...options.services?.(slug, run) }),
  });
  const conflicts = (): string[] =>
    events.flatMap((event) =>
      event.type === "storage-conflict" ? [`${event.result} ${event.key}`] : [],
    );
  return { ...bot, storage, conflicts };
}

type Handle = (context: HandlerContext) => Promise<void>;

/** A handler that handles every message. */
const handles = (handle: Handle): Plugin =>
  plugin("poll", async (context) => {
    await handle(context);
    return { handled: true };
  });

const messages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...incoming(), id: `message ${n}` }));

/** Counts a key up, slowly: another run comes in between. */
async function countUp(storage: Storage, key: string): Promise<void> {
  const count = Number(await storage.get(key));
  await new Promise(setImmediate);
  await storage.set(key, count + 1);
}

function createAI(asked: unknown[]): AIService {
  return {
    async callModel(input) {
      asked.push(input);
      return {
        text: `answer ${asked.length}`,
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
  };
}

/** Runs a handler into whose first pass another run writes. */
function interrupted(steps: (context: HandlerContext, pass: number) => Promise<void>) {
  let pass = 0;
  return handles((context) => steps(context, ++pass));
}

describe("a plain get and set", () => {
  test("of twenty messages at once loses no write", async () => {
    const { dispatcher, storage, warnings } = open([
      handles(({ storage: own }) => countUp(own, "votes")),
    ]);
    await Promise.all(messages(20).map((message) => dispatcher.dispatch(message)));
    expect(await storage.get("votes")).toBe(20);
    expect(warnings).toEqual([]);
  });

  test("of two keys by twenty messages at once loses no write of either", async () => {
    const { dispatcher, storage, warnings } = open([
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
    const { dispatcher, storage } = open([
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
    const { dispatcher, storage } = open([
      handles(async ({ storage: own }) => {
        const count = Number(await own.get("votes"));
        void own.set("votes", count + 1);
      }),
    ]);
    await Promise.all(messages(10).map((message) => dispatcher.dispatch(message)));
    expect(await storage.get("votes")).toBe(10);
  });

  test("writes twice over what it has written itself", async () => {
    const { dispatcher, storage, conflicts } = open([
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
    const bot = open([
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
    const bot = open([
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

const ending = (ok: boolean): unknown[] => [
  [0, "storage.keys", true],
  [1, "storage.get", true],
  [2, "storage.set", ok],
];

describe("a run that starts again", () => {
  test("takes what it had before the read, and does it only once", async () => {
    const seen: unknown[] = [];
    const bot = open([
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
    const bot = open([
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
    const bot = open([
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
    const bot = open([
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

  test("pays for equal questions once, and for others anew", async () => {
    const asked: unknown[] = [];
    const bot = open(
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

  test("waits for what it has begun, so that it is paid once", async () => {
    const asked: unknown[] = [];
    const ai = createAI(asked);
    const answer = Promise.withResolvers<void>();
    const bot = open(
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

  test("refuses the host calls of its aborted attempt", async () => {
    const refused: unknown[] = [];
    const bot = open([
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

  test("for two keys that it writes at once goes back to the read that came first", async () => {
    const bot = open([
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
    const bot = open([
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

  test("leaves its attempts in the journal, the last one whole", async () => {
    const journal = createMemoryJournal();
    const bot = open(
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
    const told = (entries: typeof calls): unknown[] =>
      entries.map(({ sequence, operation, outcome }) => [sequence, operation, outcome?.ok]);
    expect(told(calls)).toEqual(ending(true));
    expect(attempts.map(({ key }) => key)).toEqual(["votes", "votes"]);
    expect(attempts.map(({ calls: aborted }) => told(aborted))).toEqual([
      ending(false),
      ending(false),
    ]);
  });
});

const warning = (key: string): unknown =>
  expect.stringMatching(new RegExp(`storage.set wrote over "${key}".*STORAGE_OVERWRITTEN`));

describe("a value is written over one that the run does not know, with a warning,", () => {
  test("when something has been sent", async () => {
    const bot = open([
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
    const bot = open([
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
    const bot = open([
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
});

/** A journal of which a process that has ended writes nothing more; `died` resolves at its end. */
function dyingAfter(journal: Journal, writes: number): { journal: Journal; died: Promise<void> } {
  let left = writes;
  const death = Promise.withResolvers<void>();
  const dying: Journal = {
    read: (callId) => journal.read(callId),
    async write(entries) {
      if (left-- > 0) return journal.write(entries);
      death.resolve();
      return new Promise(() => {});
    },
  };
  return { journal: dying, died: death.promise };
}

/** A storage that does not know whether an effect has been performed. */
function withoutKeys(storage: Storage): Storage {
  const keyless = { ...storage };
  delete keyless.forEffect;
  return keyless;
}

describe.each([
  ["with effect keys", (storage: Storage) => storage],
  ["without effect keys", withoutKeys],
])("a process that ends between two attempts, on a storage %s", (_what, keyed) => {
  test.each(Array.from({ length: 12 }, (_, writes) => writes))(
    "after %i writes of its journal: the next process counts once and pays once",
    async (writes) => {
      const journal = createMemoryJournal();
      const asked: unknown[] = [];
      const ai = createAI(asked);
      const paid = new Map<string, ReturnType<AIService["callModel"]>>();
      const aiService: AIService = Object.assign(
        { ...ai },
        {
          forEffect: (key: string) => ({
            ...ai,
            callModel(input: Parameters<AIService["callModel"]>[0]) {
              const answer = paid.get(key) ?? ai.callModel(input);
              paid.set(key, answer);
              return answer;
            },
          }),
        },
      );
      let hasChanged = false;
      const counts = handles(async ({ storage: own, aiService: service }) => {
        await countUp(own, "runs");
        const votes = Number(await own.get("votes"));
        await service.callModel({ model: "m", messages: [] });
        await countUp(own, "log");
        if (!hasChanged) await bot.storage.set("votes", 5);
        hasChanged = true;
        await own.set("votes", votes + 1);
      });
      const dying = dyingAfter(journal, writes);
      const bot = open([counts], {
        services: () => ({ aiService, storage: keyed(bot.storage) }),
        journal: dying.journal,
      });
      const { storage } = bot;
      const first = bot.dispatcher.dispatch(incoming());
      await Promise.race([first, dying.died]);
      const again = setUp([counts], {
        journal,
        services: () => ({ aiService, storage: keyed(storage) }),
      });
      const { runs } = await again.dispatcher.dispatch(incoming());
      expect(runs).toMatchObject([{ status: "handled" }]);
      const kept = ["runs", "log", "votes"].map((key) => storage.get(key));
      expect(await Promise.all(kept)).toEqual([1, 1, 6]);
      expect(asked).toHaveLength(1);
    },
  );
});
