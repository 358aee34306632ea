import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

test("a call that continues after a long answer counts as a rival", async () => {
  const slow: string[] = [];
  await using sandbox = createSandbox({
    workers: 1,
    budgets: { plugin: { cpu: { capacity: 0.01, perSecond: 0.01 } } },
    onEvent: (event) => event.type === "plugin-slow" && slow.push(event.slug),
  });
  const asks = `export async function handler({ storage }) {
    await storage.get("key");
    return { handled: true };
  }`;
  const computes = `export function handler() {
    for (let n = 0; n < 20_000; n++);
    return { handled: true };
  }`;
  const waits = await sandbox.load(asks, { slug: "waits" });
  const busy = await sandbox.load(computes, { slug: "busy" });
  const { context } = createContext();
  const asked: PromiseWithResolvers<string>[] = [];
  const get = (): Promise<string> => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  const storage = { ...context.storage, get };
  const calls = Array.from({ length: 20 }, () => waits.handler({ ...context, storage }));
  await vi.waitUntil(() => asked.length === calls.length);
  const compute = async (times: number): Promise<void> => {
    for (let left = times; left > 0; left--) await busy.handler(context);
  };
  // Longer than a plugin counts as active.
  await sleep(1200);
  await compute(5);
  expect(slow).not.toContain("busy");
  for (const answer of asked) {
    answer.resolve("value");
    // More than once, for a busy machine may take longer for the first one than a plugin counts as active.
    if (!slow.includes("busy")) await compute(2);
  }
  await Promise.all(calls);
  expect(slow).toContain("busy");
});
