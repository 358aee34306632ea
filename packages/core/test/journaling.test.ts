import { setTimeout as sleep } from "node:timers/promises";
import {
  createManualClock,
  createMemoryJournal,
  createMemoryStorage,
  InfrastructureError,
  type Journal,
  openJournaledRun,
  readRun,
  type Plugin,
  type Storage,
} from "@botwright/core";
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

/** Versions of a plugin: each replies with its name; the second version asks for another key first. */
const countsOf = (name: string): Plugin => ({
  ...plugin("counts", async ({ bot, msg, storage, config }) => {
    if (name === "2") await storage.get("settings");
    await storage.set("count", 1);
    await bot.reply(msg, `${name} ${String(config["greeting"])}`);
    return { handled: true };
  }),
  version: name,
});
const installed = (name: string) => ({
  plugin: countsOf(name),
  config: { greeting: `hello from ${name}` },
});

/** Begins a run with the first version, on storage that fails. */
async function beginWithFirst() {
  const journal = createMemoryJournal();
  const storage: Storage = {
    ...createMemoryStorage().open(1, "counts"),
    set: async () => {
      throw new InfrastructureError("the database is away");
    },
    forEffect: () => storage,
  };
  const { dispatcher } = setUp([installed("1")], { journal, services: () => ({ storage }) });
  await expect(dispatcher.dispatch(incoming())).rejects.toThrow("the database is away");
  return journal;
}

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

  describe("of a run that another version of the plugin has begun", () => {
    test("it goes on with that version", async () => {
      const journal = await beginWithFirst();
      const asked: string[] = [];
      const { dispatcher, sent } = setUp([installed("2")], {
        journal,
        formerVersion: async (slug, name) => {
          asked.push(`${slug} ${name}`);
          return installed(name);
        },
      });
      const { runs } = await dispatcher.dispatch(incoming());
      expect(runs).toMatchObject([{ status: "handled" }]);
      expect(sent).toEqual(["1001 1001:7 1 hello from 1"]);
      expect(asked).toEqual(["counts 1"]);
      // Begun with the new version, as is any later message.
      await dispatcher.dispatch(incoming({ id: "10" }));
      expect(sent.at(-1)).toBe("1001 1001:7 2 hello from 2");
      expect(asked).toHaveLength(1);
    });

    test("it is tried again later when that version cannot be loaded now", async () => {
      const journal = await beginWithFirst();
      const { dispatcher, sent } = setUp([installed("2")], {
        journal,
        formerVersion: async () => {
          throw new InfrastructureError("the database is away");
        },
      });
      await expect(dispatcher.dispatch(incoming())).rejects.toThrow("the database is away");
      expect(sent).toEqual([]);
    });

    test("the installed one goes on, with a warning, when there is no such version any more", async () => {
      const journal = await beginWithFirst();
      const { dispatcher, warnings } = setUp([installed("2")], {
        journal,
        formerVersion: async () => undefined,
      });
      const { runs } = await dispatcher.dispatch(incoming());
      expect(runs[0]?.error?.code).toBe("JOURNAL_MISMATCH");
      expect(warnings[0]).toMatch(
        /^a run goes on with another version of its plugin .*"begunWith":"1"/u,
      );
    });
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

async function never(): Promise<never> {
  throw new Error("was done again");
}

/** Asks for three keys at once; answers come after these milliseconds. Returns what came when. */
async function ask(
  journal: ReturnType<typeof createMemoryJournal>,
  delays: readonly number[],
): Promise<string[]> {
  const clock = createManualClock(1000);
  const { intercept, flush } = await openJournaledRun(journal, "call", { clock });
  const seen: string[] = [];
  await Promise.all(
    delays.map(async (delay, index) => {
      const execute = async (): Promise<string> => {
        await sleep(delay);
        clock.advance(5);
        return `value ${index}`;
      };
      let time = 0;
      const value = await intercept("storage.get", [`key ${index}`], execute, (at) => {
        time = at;
      });
      seen.push(`${JSON.stringify(value)} at ${time}`);
    }),
  );
  await flush();
  return seen;
}

const READ = "storage.get done";

test("reads are written together with the next effect, or at the end", async () => {
  const memory = createMemoryJournal();
  const written: string[][] = [];
  const journal: Journal = {
    ...memory,
    async write(entries) {
      const names = entries.map(
        ({ operation, outcome }) => `${operation} ${outcome === undefined ? "begun" : "done"}`,
      );
      written.push(names);
      await memory.write(entries);
    },
  };
  const { intercept, flush } = await openJournaledRun(journal, "call");
  const read = async (key: string) => intercept("storage.get", [key], async () => null);
  for (const key of ["a", "b", "c"]) await read(key);
  expect(written).toEqual([]);
  await intercept("storage.set", ["a", 1], async () => undefined);
  await expect.poll(() => written).toHaveLength(2);
  for (const key of ["d", "e"]) await read(key);
  expect(written).toEqual([[READ, READ, READ, "storage.set begun"], ["storage.set done"]]);
  await flush();
  expect(written.slice(2)).toEqual([[READ, READ]]);
});

describe("a replayed run", () => {
  test("is answered in the recorded order, at the recorded times", async () => {
    const journal = createMemoryJournal();
    const first = await ask(journal, [20, 1, 10]);
    expect(first).toEqual(['"value 1" at 1005', '"value 2" at 1010', '"value 0" at 1015']);
    expect(await ask(journal, [1, 10, 20])).toEqual(first);
  });

  test("goes on where the record ends, after all that was recorded", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "call", operation: "storage.get" } as const;
    const outcome = { order: 0, at: 7, ok: true, value: "recorded" } as const;
    await journal.write([
      { ...entry, sequence: 0, args: ["key 0"] },
      { ...entry, sequence: 1, args: ["key 1"] },
      { ...entry, sequence: 2, args: ["key 2"], outcome },
    ]);
    const seen = await ask(journal, [5, 1, 1]);
    expect(seen).toEqual(['"recorded" at 7', '"value 1" at 1005', '"value 0" at 1010']);
  });

  test("that asks with other arguments gets an error that says so", async () => {
    const journal = createMemoryJournal();
    const { intercept: record } = await openJournaledRun(journal, "call");
    await record("bot.sendImage", ["u", Buffer.from([1, 2])], async () => ({
      status: "sent" as const,
    }));
    const { intercept: same } = await openJournaledRun(journal, "call");
    expect(await same("bot.sendImage", ["u", new Uint8Array([1, 2])], never)).toEqual({
      status: "sent",
    });
    const { intercept: other } = await openJournaledRun(journal, "call");
    await expect(other("bot.sendImage", ["u", Buffer.from([1, 3])], never)).rejects.toMatchObject({
      code: "JOURNAL_MISMATCH",
      message: expect.stringContaining("asked bot.sendImage for something else"),
    });
  });
});

describe.each([
  ["a sandboxed plugin", "1"],
  ["a trusted plugin, which can change them,", undefined],
])("an interrupted run of %s", (_what, version) => {
  test("goes on with the settings that it was begun with", async () => {
    const journal = createMemoryJournal();
    let isDown = true;
    const asks = {
      ...plugin("asks", async ({ config, storage, bot, msg }) => {
        const key = String(config["key"]);
        if (version === undefined) config["key"] = "changed by the handler";
        await storage.set(key, 1);
        if (isDown) throw new InfrastructureError("the database is gone");
        await bot.reply(msg, key);
        return { handled: true };
      }),
      ...(version !== undefined && { version }),
    };
    const { dispatcher, sent } = setUp(
      async () => [{ plugin: asks, config: { key: isDown ? "old" : "new" } }],
      { journal },
    );
    await expect(dispatcher.dispatch(incoming())).rejects.toThrow(InfrastructureError);
    isDown = false;
    await dispatcher.dispatch(incoming());
    await dispatcher.dispatch(incoming({ id: "10" }));
    expect(sent).toEqual([expect.stringMatching(/ old$/u), expect.stringMatching(/ new$/u)]);
    expect(JSON.stringify(await readRun(journal, "1/9/asks"))).not.toContain("config");
  });
});

test("a trusted plugin's settings that are no JSON are in no journal, and the run goes on", async () => {
  const journal = createMemoryJournal();
  const greets = plugin("greets", async ({ config, bot, msg }) => {
    const greet = config["greet"];
    await bot.reply(msg, typeof greet === "function" ? String(greet()) : "no function");
    return { handled: true };
  });
  const { dispatcher, sent } = setUp([{ plugin: greets, config: { greet: () => "hello" } }], {
    journal,
  });
  for (let handling = 0; handling < 2; handling++) await dispatcher.dispatch(incoming());
  expect(sent).toEqual([expect.stringMatching(/ hello$/u)]);
  expect((await journal.read("1/9/greets"))[0]).not.toHaveProperty("config");
});

/** Sends twice, or passes after the first send; in between its storage may be away. */
const sendsTwice = (state: { isDown: boolean; handles: boolean }): Plugin =>
  plugin(
    "sends-twice",
    async ({ bot, msg }) => {
      await bot.reply(msg, "one");
      if (state.isDown) throw new InfrastructureError("the database is away");
      if (!state.handles) return { handled: false };
      await bot.reply(msg, "two");
      return { handled: true };
    },
    { priority: 70 },
  );
const repliesAs = (slug: string, priority: number): Plugin =>
  plugin(
    slug,
    async ({ bot, msg }) => {
      await bot.reply(msg, slug);
      return { handled: slug === "last" };
    },
    { priority },
  );

describe("a message that is handled again", () => {
  test("has its begun plugins called first, also where the order has changed since", async () => {
    const journal = createMemoryJournal();
    const state = { isDown: true, handles: true };
    const { dispatcher, sent } = setUp(
      async () => [...(state.isDown ? [] : [repliesAs("newcomer", 10)]), sendsTwice(state)],
      { journal },
    );
    await expect(dispatcher.dispatch(incoming())).rejects.toThrow("the database is away");
    state.isDown = false;
    const { handledBy, runs } = await dispatcher.dispatch(incoming());
    expect(handledBy).toBe("sends-twice");
    expect(runs).toHaveLength(1);
    expect(sent).toEqual(["1001 1001:7 one", "1001 1001:7 two"]);
  });

  test("has the others called in their order when the begun ones pass", async () => {
    const memory = createMemoryJournal();
    const read: string[] = [];
    const journal: Journal = {
      ...memory,
      read(callId) {
        read.push(callId);
        return memory.read(callId);
      },
    };
    const state = { isDown: true, handles: false };
    const plugins = [repliesAs("last", 90), sendsTwice(state), repliesAs("first", 10)];
    const { dispatcher, sent } = setUp(async () => (state.isDown ? plugins.slice(0, 2) : plugins), {
      journal,
    });
    await expect(dispatcher.dispatch(incoming())).rejects.toThrow("the database is away");
    state.isDown = false;
    read.length = 0;
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs.map((run) => run.plugin)).toEqual(["sends-twice", "first", "last"]);
    expect(sent.map((text) => text.split(" ").at(-1))).toEqual(["one", "first", "last"]);
    // Each run's journal is read once.
    expect(read.toSorted()).toEqual(["1/9/first", "1/9/last", "1/9/sends-twice"]);
  });
});

test("what a run has done is in the journal before its message is tried again", async () => {
  const kept = createMemoryJournal();
  // A database that takes its time for what has been done.
  const journal: Journal = {
    ...kept,
    async write(entries) {
      if (entries.some(({ outcome }) => outcome !== undefined)) await sleep(20);
      await kept.write(entries);
    },
  };
  let isDown = true;
  const answers = plugin("answers", async ({ bot, msg }) => {
    await bot.reply(msg, "hello");
    if (isDown) throw new InfrastructureError("the database is gone");
    return { handled: true };
  });
  const { dispatcher, sent } = setUp([{ ...answers, version: "1" }], { journal });
  await expect(dispatcher.dispatch(incoming())).rejects.toThrow("the database is gone");
  isDown = false;
  await dispatcher.dispatch(incoming());
  expect(sent).toHaveLength(1);
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
