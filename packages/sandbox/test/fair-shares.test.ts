import { createSandbox } from "@botwright/sandbox";
import { expect, test, vi } from "vitest";
import { createContext } from "./context.ts";

/** Computes for a moment before each of its host calls. */
const source = `export async function handler({ storage, config }) {
  for (let slice = 0; slice < config.slices; slice++) {
    for (let i = 0; i < config.steps; i++);
    await storage.get("key");
  }
  return { handled: true };
}`;

test("a plugin that has worked for long is served beside a new one as soon as it asks", async () => {
  const plenty = { capacity: 1e12, perSecond: 1e12 };
  // Nobody becomes slow: it is about the turns of those who are not.
  const budgets = { plugin: { cpu: plenty }, installation: { cpu: plenty } };
  await using sandbox = createSandbox({ workers: 1, budgets });
  const old = await sandbox.load(source, { slug: "old" });
  const { context } = createContext();
  const call = (slices: number, steps: number): Promise<unknown> =>
    old.handler({ ...context, config: { slices, steps } });
  // What it has used must not be held against it.
  for (let times = 0; times < 12; times++) await call(20, 20_000);

  const fresh = await sandbox.load(source, { slug: "fresh" });
  let asked = 0;
  const storage = {
    ...context.storage,
    get: async () => {
      asked++;
      return null;
    },
  };
  const config = { slices: 40, steps: 20_000 };
  const many = Array.from({ length: 8 }, () => fresh.handler({ ...context, storage, config }));
  await vi.waitUntil(() => asked >= 16, { interval: 1 });
  const before = asked;
  await call(1, 1);
  expect(asked - before).toBeLessThan(16);
  await Promise.all(many);
});
