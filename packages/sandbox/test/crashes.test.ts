import { expect, test } from "vitest";
import type { SandboxEvent } from "../src/index.ts";
import { createSandboxWith } from "../src/main/sandbox.ts";
import { createContext } from "./context.ts";

const seam = { workerFile: new URL("fixtures/crashing-worker.js", import.meta.url) };

/** One more broken limit than these is over the budget. */
const budgets = { plugin: { "broken-limits": { capacity: 1, perSecond: 0.001 } } };

test.each(["exit", "throw", "reject", "report"])(
  "a call whose worker fails by %s is a strike, and charged once",
  async (deed) => {
    const events: SandboxEvent[] = [];
    const onEvent = (event: SandboxEvent): number => events.push(event);
    await using sandbox = createSandboxWith({ workers: 1, budgets, onEvent }, seam);
    const plugin = await sandbox.load(deed);
    const call = (): Promise<unknown> => plugin.handler(createContext().context);
    const count = (type: SandboxEvent["type"]): number =>
      events.filter((event) => event.type === type).length;

    await expect(call()).rejects.toMatchObject({ code: "SANDBOX_WORKER_LOST" });
    expect([count("plugin-struck"), count("plugin-slow")]).toEqual([1, 0]);
    await expect(call()).rejects.toMatchObject({ code: "SANDBOX_WORKER_LOST" });
    expect([count("plugin-struck"), count("plugin-slow")]).toEqual([2, 1]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "plugin-slow", budget: "broken-limits" }),
    );
    await expect(call()).rejects.toMatchObject({ code: "SANDBOX_WORKER_LOST" });
    await expect(call()).rejects.toMatchObject({ code: "PLUGIN_QUARANTINED" });
  },
);

test("a call that leaves its machine unusable is charged, and no strike", async () => {
  const events: SandboxEvent[] = [];
  const onEvent = (event: SandboxEvent): number => events.push(event);
  await using sandbox = createSandboxWith({ workers: 1, budgets, onEvent }, seam);
  const plugin = await sandbox.load("discard");
  const types = (): string[] =>
    events.map(({ type }) => type).filter((type) => OF_PLUGIN.has(type));
  for (let round = 0; round < 2; round++) {
    expect(types()).toEqual([]);
    const call = plugin.handler(createContext().context);
    await expect(call).rejects.toMatchObject({ code: "PLUGIN_ERROR" });
  }
  expect(types()).toEqual(["plugin-slow"]);
});

const OF_PLUGIN: ReadonlySet<string> = new Set(["plugin-slow", "plugin-struck"]);
