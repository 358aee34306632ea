import type { PlatformAdapter, Plugin } from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "./crash-points.ts";
import { type CrashPlatform, explore, type Exploration } from "./explore.ts";
import { PLUGINS } from "./plugins.ts";
import { createMemoryStores } from "./stores.ts";

const sandbox = createSandbox({ workers: 1, fetch: async () => new Response("42") });
afterAll(() => sandbox.close());

async function openPlatform(name: PlatformAdapter["platform"]): Promise<CrashPlatform> {
  const connected = await connectSimulator(name);
  let accept: Parameters<CrashPlatform["deliverTo"]>[0] = async () => {};
  await connected.adapter.start((incoming) => accept(incoming));
  return {
    ...connected,
    deliverTo(next) {
      accept = next;
    },
  };
}

/** Dies at every point of a run, one after another; the last one does not die. */
async function exploreAll(platform: CrashPlatform, plugin: Plugin): Promise<Exploration[]> {
  const found: Exploration[] = [];
  for (let point = 0; ; point++) {
    const exploration = await explore(platform, plugin, createMemoryStores, point);
    found.push(exploration);
    if (exploration.died === undefined) return found;
  }
}

/** Without what is there twice because it was sent again, of the kinds that the platform cannot tell. */
function withoutRepeats(shown: readonly string[], isTold: boolean): string[] {
  const mayRepeat = (item: string): boolean => !isTold || item.startsWith("file ");
  return shown.filter((item, place) => !mayRepeat(item) || shown.indexOf(item) === place);
}

describe.each(["wechat", "feishu", "wecom", "telegram"] as const)("on %s", (name) => {
  let platform: CrashPlatform;
  beforeAll(async () => {
    platform = await openPlatform(name);
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test.each(Object.entries(PLUGINS))(
    "%s: whatever happens, the answer is the same",
    async (_what, source) => {
      const plugin = await sandbox.load(source, { slug: "crashed" });
      const all = await exploreAll(platform, plugin);
      const whole = all.pop();
      if (whole === undefined) throw new Error("nothing was explored");
      expect(whole.shown.length).toBeGreaterThan(0);
      const keys = [...whole.sends.keys()];
      expect(keys).not.toContain(undefined);
      for (const { died, shown, sends, stores } of all) {
        const at = `died at ${String(died)}`;
        const { idempotency } = platform.adapter.capabilities;
        // Answered, in order, and once where the platform can tell.
        expect(withoutRepeats(shown, idempotency), at).toEqual(whole.shown);
        // Under the same keys, each for one thing.
        expect(sends.size, at).toBe(whole.sends.size);
        expect(
          [...sends.values()].every(({ size }) => size === 1),
          at,
        ).toBe(true);
        expect(stores.charges().size, at).toBe(whole.stores.charges().size);
      }
    },
  );

  test("points of every kind are explored", async () => {
    const plugin = await sandbox.load(PLUGINS["a count"] ?? "", { slug: "crashed" });
    const points = new Set((await exploreAll(platform, plugin)).map(({ died }) => died));
    const kinds: (CrashPoint | undefined)[] = ["begin", "flush", "perform", "settle", "complete"];
    expect([...points]).toEqual(expect.arrayContaining(kinds));
  });
});
