import { createMemoryStorage, type Platform, type Plugin } from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "./crash-points.ts";
import { type CrashPlatform, explore, type Exploration } from "./explore.ts";
import { withoutKeys } from "./planted-defects.ts";
import { PLUGINS } from "./plugins.ts";
import { openPostgresStores, type PostgresStores } from "./postgres-stores.ts";
import { problemsOf as findProblems } from "./problems.ts";
import { type CrashStores, createMemoryStores, type CreateCrashStores } from "./stores.ts";

const sandbox = createSandbox({ workers: 1, fetch: async () => new Response("42") });
afterAll(() => sandbox.close());

async function openPlatform(name: Platform): Promise<CrashPlatform> {
  const connected = await connectSimulator(name);
  const inbox: { accept: Parameters<CrashPlatform["deliverTo"]>[0] } = { accept: async () => {} };
  await connected.adapter.start((incoming) => inbox.accept(incoming));
  return { ...connected, deliverTo: (accept) => void (inbox.accept = accept) };
}

/** Dies at every point of a run, one after another; the last one does not die. */
async function exploreAll(
  platform: CrashPlatform,
  plugin: Plugin,
  createStores: CreateCrashStores = createMemoryStores,
): Promise<Exploration[]> {
  const found: Exploration[] = [];
  for (let point = 0; ; point++) {
    const exploration = await explore(platform, plugin, createStores, point);
    found.push(exploration);
    if (exploration.died === undefined) return found;
  }
}

/** What is not as in the run that nothing has ended. */
function problemsOf(explorations: readonly Exploration[], { adapter }: CrashPlatform): string[] {
  const outcomes = explorations.map(({ stores, ...rest }) => ({
    ...rest,
    charged: stores.charges().size,
  }));
  const whole = outcomes.at(-1);
  if (whole === undefined) return ["nothing was explored"];
  return findProblems(outcomes, whole, adapter.capabilities.idempotency);
}

/** All plugins on one platform; on the others those that differ there. */
const SENDING = ["replies at once", "a text of many parts", "files"];
const EXPLORED: readonly (readonly [platform: Platform, plugins: readonly string[]])[] = [
  ["wechat", Object.keys(PLUGINS)],
  ["feishu", SENDING],
  ["wecom", SENDING],
  ["telegram", SENDING],
];

describe.each(EXPLORED)("on %s, wherever the process ends", (name, plugins) => {
  let platform: CrashPlatform;
  beforeAll(async () => {
    platform = await openPlatform(name);
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test.each(plugins)("%s: the answer is the same, and nothing is done twice", async (what) => {
    const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
    expect(problemsOf(await exploreAll(platform, plugin), platform)).toEqual([]);
  });
});

/** What differs with the stores: the journal of a send, and a write with its effect. */
const STORED = ["one reply", "a count, atomic"];

describe("on PostgreSQL, wherever the process ends", () => {
  let platform: CrashPlatform;
  let stores: PostgresStores;
  beforeAll(async () => {
    platform = await openPlatform("wechat");
    stores = await openPostgresStores();
  });
  afterAll(async () => {
    await stores[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  test.each(STORED)("%s: the answer is the same, and nothing is done twice", async (what) => {
    const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
    const explorations = await exploreAll(platform, plugin, stores.create);
    expect(problemsOf(explorations, platform)).toEqual([]);
  });
});

/** Stores that lose what they must not lose. */
const DEFECTS: Readonly<Record<string, readonly [plugin: string, create: CreateCrashStores]>> = {
  "a journal that forgets what it was told": [
    "chance and time",
    () => withStores(({ journal }) => ({ journal: { ...journal, read: async () => [] } })),
  ],
  "a journal that keeps no beginnings": [
    "one reply",
    () =>
      withStores(({ journal }) => ({
        journal: {
          ...journal,
          write: (entries) => journal.write(entries.filter(({ outcome }) => outcome)),
        },
      })),
  ],
  "a storage that knows no keys": [
    "a count, atomic",
    () =>
      withStores(() => {
        const storage = createMemoryStorage();
        return { storage: { open: (userId, slug) => withoutKeys(storage.open(userId, slug)) } };
      }),
  ],
  "an AI that charges every time": [
    "one paid answer",
    () => {
      const charges = new Map<string, string>();
      return withStores(({ aiService }) => ({
        aiService: withoutKeys({
          ...aiService,
          callModel(input: Parameters<typeof aiService.callModel>[0]) {
            charges.set(`${charges.size}`, "paid");
            return aiService.callModel(input);
          },
        }),
        charges: () => charges,
      }));
    },
  ],
};

function withStores(change: (stores: CrashStores) => Partial<CrashStores>): CrashStores {
  const stores = createMemoryStores();
  return { ...stores, ...change(stores) };
}

/** What the plugins answer whose run starts again, because another chat votes twice beside them. */
const COUNTED: readonly (readonly [plugin: string, answer: string])[] = [
  ["a vote beside others", "vote 3"],
  ["a vote after a paid answer", "answer 1 to 60 characters, vote 3"],
  ["a vote beside a paid answer", "answer 1 to 60 characters, vote 3"],
  ["a vote between other counts", "[1,1,[2],3,1]"],
  ["a vote that is not awaited", "sunny, vote 3"],
];

describe("the explorer", () => {
  let platform: CrashPlatform;
  beforeAll(async () => {
    platform = await openPlatform("wecom");
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test("ends the process at points of every kind", async () => {
    const plugin = await sandbox.load(PLUGINS["a count"] ?? "", { slug: "crashed" });
    const points = new Set((await exploreAll(platform, plugin)).map(({ died }) => died));
    const kinds: (CrashPoint | undefined)[] = ["begin", "flush", "perform", "settle", "complete"];
    expect([...points]).toEqual(expect.arrayContaining(kinds));
  });

  test.each(COUNTED)(
    "lets another chat vote during %s, and every vote counts",
    async (what, answer) => {
      const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
      const { shown, stores } = await explore(platform, plugin, createMemoryStores, Infinity);
      expect(shown).toEqual([answer]);
      expect(stores.others.votes).toBe(2);
      expect(stores.charges().size).toBe(answer.startsWith("answer") ? 1 : 0);
    },
  );

  test.each(Object.entries(DEFECTS))("finds %s", async (_what, [what, create]) => {
    const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
    expect(problemsOf(await exploreAll(platform, plugin, create), platform)).not.toEqual([]);
  });
});
