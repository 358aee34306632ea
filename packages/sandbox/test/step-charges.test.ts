import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createStepCharges } from "../src/main/fairness/step-charges.ts";
import { createPluginAccounts } from "../src/main/fairness/usage-account.ts";

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** So many objects that a collection of the whole heap takes some milliseconds. */
const heap = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));

function collectWholeHeap(): void {
  if (typeof collect !== "function") throw new Error("no collector");
  collect();
}

/** Measures a step by the clock, and returns how long it took and what was charged for it. */
async function chargeFor(step: () => void): Promise<{ ms: number; charged: number[] }> {
  const charges = createStepCharges();
  onTestFinished(charges.close);
  const charged: number[] = [];
  const from = performance.now();
  step();
  const until = performance.now();
  const { plugin } = createPluginAccounts({ isContended: () => true, onOver: () => {} });
  vi.spyOn(plugin, "chargeStep").mockImplementation((ms) => void charged.push(ms));
  charges.charge(plugin, { from, until }, until - from);
  expect(charges.isOpen(plugin)).toBe(charged.length === 0);
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(charges.isOpen(plugin)).toBe(false);
  return { ms: until - from, charged };
}

function computeMs(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test(
  "a long step is charged without the collections of the whole heap that come in it",
  { tags: ["long"] },
  async () => {
    const { ms, charged } = await chargeFor(() => {
      computeMs(5);
      for (let time = 0; time < 10; time++) collectWholeHeap();
    });
    expect(heap).toHaveLength(1_000_000);
    expect(charged).toHaveLength(1);
    expect(charged[0]).toBeGreaterThan(4);
    expect(charged[0]).toBeLessThan(ms / 2);
  },
);

test("a step is charged whole when there was none, and one after it counts for nothing", async () => {
  collectWholeHeap();
  const { ms, charged } = await chargeFor(() => computeMs(5));
  collectWholeHeap();
  expect(charged).toHaveLength(1);
  expect(charged[0]).toBeGreaterThan(ms - 4);
  const short = await chargeFor(() => {});
  expect(short.charged).toEqual([short.ms]);
});
