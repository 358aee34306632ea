/** @module-tag long */
import { createMemoryStorage, OPERATIONS, type Platform } from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import { createSandbox } from "@botwright/sandbox";
import { mediaContent } from "@botwright/simulators";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "./crash-points.ts";
import {
  type CrashPlatform,
  explore,
  type Exploration,
  type ExploreOptions,
  type UserMessageContent,
} from "./explore.ts";
import { withoutKeys } from "./planted-defects.ts";
import { PICTURE, PLUGINS } from "./plugins.ts";
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
  options: ExploreOptions,
): Promise<Exploration[]> {
  const found: Exploration[] = [];
  for (let point = 0; ; point++) {
    const exploration = await explore(platform, options, point);
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
const SENDING = ["replies at once", "a text of many parts", "pictures and videos", "files"];
const EXPLORED: readonly (readonly [platform: Platform, plugins: readonly string[]])[] = [
  ["wechat", Object.keys(PLUGINS)],
  ["feishu", SENDING],
  ["wecom", SENDING],
  ["telegram", SENDING],
];

const MEDIA: readonly (readonly UserMessageContent[])[] = (
  ["image", "voice", "file", "video"] as const
).map((kind) => [mediaContent(kind, { bytes: Buffer.from(PICTURE, "base64") })]);

/** What people say to plugins that need something else than one text. */
const SAID: Readonly<Record<string, readonly (readonly UserMessageContent[])[]>> = {
  "two replies to each message": [[{ text: "first" }, { text: "second" }]],
  "a medium": MEDIA,
  "a medium whose link expires": MEDIA,
};

/** What is explored of a plugin: each way to talk to it. */
async function explorationsOf(
  what: string,
  createStores: CreateCrashStores = createMemoryStores,
): Promise<ExploreOptions[]> {
  const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
  const variant = what === "a voice message" ? "single" : undefined;
  return (SAID[what] ?? [undefined]).map((said) => ({
    plugin,
    variant,
    createStores,
    linkExpires: what === "a medium whose link expires",
    ...(said !== undefined && { said }),
  }));
}

describe.each(EXPLORED)("on %s, wherever the process ends", (name, plugins) => {
  let platform: CrashPlatform;
  beforeAll(async () => {
    platform = await openPlatform(name);
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test.each(plugins)("%s: the answer is the same, and nothing is done twice", async (what) => {
    for (const options of await explorationsOf(what)) {
      expect(problemsOf(await exploreAll(platform, options), platform)).toEqual([]);
    }
  });
});

/** What differs with the stores: the journal of a send, a write with its effect, and the bytes of a medium. */
const STORED = [
  "one reply",
  "two replies to each message",
  "a count, atomic",
  "a medium whose link expires",
];

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
    for (const options of await explorationsOf(what, stores.create)) {
      expect(problemsOf(await exploreAll(platform, options), platform)).toEqual([]);
    }
  });
});

/** Stores that lose what they must not lose. */
const DEFECTS: Readonly<Record<string, readonly [plugin: string, create: CreateCrashStores]>> = {
  "a journal that forgets its entries": [
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
      for (const options of await explorationsOf(what)) {
        await explore(platform, { ...options, onCall }, Infinity);
      }
    }
    expect(Object.keys(OPERATIONS).filter((operation) => !used.has(operation))).toEqual([]);
  });

  test("shows the answers to two messages in their order", async () => {
    const found = await Promise.all(
      (await explorationsOf("two replies to each message")).map((options) =>
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
    platform = await openPlatform("wecom");
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test("ends the process at points of every kind", async () => {
    const explorations: Exploration[] = [];
    for (const options of await explorationsOf("a count")) {
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

  test.each(Object.entries(DEFECTS))("finds %s", async (_what, [what, create]) => {
    const plugin = await sandbox.load(PLUGINS[what] ?? "", { slug: "crashed" });
    const explorations = await exploreAll(platform, { plugin, createStores: create });
    expect(problemsOf(explorations, platform)).not.toEqual([]);
  });
});
