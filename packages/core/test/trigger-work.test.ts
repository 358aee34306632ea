import {
  findTriggerConflicts,
  findTriggerConflictsInSteps,
  normalizeTrigger,
  type TriggerConflictReport,
} from "@botwright/core";
import { expect, test } from "vitest";

test("rows of combining marks are compared by their beginning", () => {
  // Normalizing the whole of it would take time by the square of its length: many minutes.
  const marks = "\u0315\u0300".repeat(500_000);
  const { exact } = findTriggerConflicts([
    { slug: "one", triggers: [`a${marks}`] },
    { slug: "other", triggers: [`A${marks}b`] },
  ]);
  expect(exact).toMatchObject([{ plugins: ["one", "other"] }]);
});

test("what folding makes longer is compared by its beginning", () => {
  // Sorting ten thousand such triggers would compare thousands of characters of each with the same of others.
  const long = "\ufdfa".repeat(200);
  expect(normalizeTrigger(long)).toBe("\ufdfa".normalize("NFKC").repeat(12).slice(0, 200));
});

/** A report with the turns that the event loop had meanwhile. */
async function reportInTurns(
  ...given: Parameters<typeof findTriggerConflictsInSteps>
): Promise<{ report: TriggerConflictReport; turns: number }> {
  let [turns, isOver] = [0, false];
  const next = (): void => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const report = await findTriggerConflictsInSteps(...given);
  isOver = true;
  return { report, turns };
}

test("ten thousand long triggers are compared in many turns of the event loop", async () => {
  const plugins = Array.from({ length: 50 }, (_, plugin) => ({
    slug: `plugin-${plugin}`,
    triggers: Array.from({ length: 200 }, (_trigger, at) => `${plugin} ${at} `.padEnd(200, "x")),
  }));
  const { report, turns } = await reportInTurns(plugins);
  expect(report).toEqual(findTriggerConflicts(plugins));
  // They are two million characters, and a mebibyte has a turn at least.
  expect(turns).toBeGreaterThan(0);
});

test("pairs of words that many plugins declare are found in many turns of the event loop", async () => {
  const plugins = Array.from({ length: 60 }, (_, plugin) => ({
    slug: `plugin-${plugin}`,
    triggers: Array.from({ length: 200 }, (_trigger, at) => "x".repeat(at + 1)),
  }));
  const bounds = { maxPrefixes: 10_000 };
  const { report, turns } = await reportInTurns(plugins, bounds);
  expect(report.prefix).toHaveLength(10_000);
  expect(report).toEqual(findTriggerConflicts(plugins, bounds));
  // The slugs of all pairs are 38 million characters, and a mebibyte has a turn at least.
  expect(turns).toBeGreaterThan(30);
});
