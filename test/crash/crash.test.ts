/** @module-tag long */
import {
  createMemoryKeyValueStore,
  createStorage,
  OPERATIONS,
  type Platform,
} from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { CrashPoint } from "./crash-points.ts";
import { type CrashPlatform, explore, type Exploration } from "./explore.ts";
import {
  exploreAll,
  explorationsOf,
  openPlatform,
  problemsInAnyOrder,
  problemsOf,
} from "./explore-corpus.ts";
import { type DefectName, defectOf, SHOWN_IN } from "./planted-defects.ts";
import { PLUGINS } from "./plugins.ts";
import { randomPlugins } from "./random-plugins.ts";
import { testOnPostgres } from "./on-postgres.ts";
import { createMemoryStores, type CrashStores } from "./stores.ts";

const sandbox = createSandbox({ workers: 1, fetch: async () => new Response("42") });
afterAll(() => sandbox.close());

/** All plugins on one platform; on the others those that differ there. */
const SENDING = ["replies at once", "a text of many parts", "pictures and videos", "files"];
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
    for (const options of await explorationsOf(sandbox, what)) {
      expect(problemsOf(await exploreAll(platform, options), platform)).toEqual([]);
    }
  });
});

/** Random plugins that do something twice, or not at all, where a process ends. */
async function wrongPlugins(platform: CrashPlatform, defect?: DefectName): Promise<unknown[]> {
  const createStores = (): CrashStores =>
    defect === undefined ? createMemoryStores() : createDefectiveStores(defect);
  const explored = { ...platform, adapter: defectOf(defect).adapter(platform.adapter) };
  const wrong: unknown[] = [];
  const seed = inject("fuzzSeed") || 20_261;
  for (const source of fc.sample(randomPlugins, { seed, numRuns: 15 })) {
    const plugin = await sandbox.load(source, { slug: "crashed" });
    const found = await exploreAll(explored, { plugin, createStores });
    const problems = problemsInAnyOrder(found, platform);
    if (problems.length > 0) wrong.push({ source, problems });
    // One is enough.
    if (defect !== undefined && wrong.length > 0) break;
  }
  return wrong;
}

/** What differs with the stores: the journal of a send, a write with its effect, and the bytes of a medium. */
const STORED = [
  "one reply",
  "two replies to each message",
  "a count, atomic",
  "a medium whose link expires",
];

describe("on PostgreSQL, wherever the process ends", () => {
  testOnPostgres(sandbox, STORED);
});

/** The stores in memory with a defect. */
function createDefectiveStores(name: DefectName): CrashStores {
  const defect = defectOf(name);
  const stores = createMemoryStores();
  return {
    ...stores,
    journal: defect.journal(stores.journal),
    storage: createStorage({ store: defect.store(createMemoryKeyValueStore()) }),
    aiService: defect.aiService(stores.aiService),
  };
}

/** What the plugins answer whose run starts again, because another chat votes twice beside them. */
const COUNTED: readonly (readonly [plugin: string, answer: string])[] = [
  ["a vote beside others", "vote 3"],
  ["a vote after a paid answer", "answer 1 to 60 characters, vote 3"],
  ["a vote beside a paid answer", "answer 1 to 60 characters, vote 3"],
  ["a vote between other counts", "[1,1,[2],3,1]"],
  ["a vote that is not awaited", "sunny, vote 3"],
];

describe("the corpus", () => {
  let platform: CrashPlatform;
  beforeAll(async () => {
    platform = await openPlatform("wechat");
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test("uses every operation", async () => {
    const used = new Set<string>();
    const onCall = (operation: string): void => void used.add(operation);
    for (const what of Object.keys(PLUGINS)) {
      for (const options of await explorationsOf(sandbox, what)) {
        await explore(platform, { ...options, onCall }, Infinity);
      }
    }
    expect(Object.keys(OPERATIONS).filter((operation) => !used.has(operation))).toEqual([]);
  });

  test("shows the answers to two messages in their order", async () => {
    const found = await Promise.all(
      (await explorationsOf(sandbox, "two replies to each message")).map((options) =>
        explore(platform, options, Infinity),
      ),
    );
    const shown = found.flatMap((exploration) => exploration.shown);
    expect(shown).toEqual(["first 1", "first 2", "second 1", "second 2"]);
  });
});

describe("the explorer", () => {
  let platform: CrashPlatform;
  beforeAll(async () => {
    platform = await openPlatform("wechat");
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test("ends the process at points of every kind", async () => {
    const explorations: Exploration[] = [];
    for (const options of await explorationsOf(sandbox, "a count")) {
      explorations.push(...(await exploreAll(platform, options)));
    }
    const points = new Set(explorations.map(({ died }) => died));
    const kinds: (CrashPoint | undefined)[] = ["begin", "flush", "perform", "settle", "complete"];
    expect([...points]).toEqual(expect.arrayContaining(kinds));
  });

  test.each(COUNTED)(
    "lets another chat vote during %s, and every vote counts",
    async (what, answer) => {
      const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
      const options = { plugin, createStores: createMemoryStores };
      const { shown, stores } = await explore(platform, options, Infinity);
      expect(shown).toEqual([answer]);
      expect(stores.others.votes).toBe(2);
      expect(stores.charges().size).toBe(answer.startsWith("answer") ? 1 : 0);
    },
  );

  test.each(SHOWN_IN)("finds %s in the plugin %j", async (defect, what) => {
    const createStores = (): CrashStores => createDefectiveStores(defect);
    const defective = { ...platform, adapter: defectOf(defect).adapter(platform.adapter) };
    for (const options of await explorationsOf(sandbox, what, createStores)) {
      const explorations = await exploreAll(defective, options);
      expect(problemsOf(explorations, platform)).not.toEqual([]);
    }
  });

  test("finds nothing that random plugins do twice, or not at all", async () => {
    expect(await wrongPlugins(platform)).toEqual([]);
  });

  test.each([
    "a journal that forgets outcomes",
    "a journal that keeps no beginnings",
    "an AI service without effect keys",
    "sends without idempotency keys",
  ] as const)("finds %s in random plugins", async (defect) => {
    expect(await wrongPlugins(platform, defect)).not.toEqual([]);
  });
});
