import { setTimeout as sleep } from "node:timers/promises";
import {
  createMemoryJournal,
  createMemoryStorage,
  InfrastructureError,
  type Journal,
  readRun,
  type Plugin,
  type Storage,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";

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

describe("a run that another version of the plugin has begun", () => {
  test("goes on with that version", async () => {
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

  test("is tried again later when that version cannot be loaded now", async () => {
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
