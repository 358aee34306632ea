/** @module-tag long */
import { expect, inject, test } from "vitest";
import { fuzzInHarness } from "./fuzz/in-harness.ts";
import { fuzzOnNodes } from "./fuzz/on-nodes.ts";
import { fuzz } from "./fuzz/survive.ts";

// The same plugins each time, so that a change of theirs is what makes it fail; the soak test has others.
const seed = inject("fuzzSeed") || 20_261;

test.each([
  ["programs", 100],
  ["payloads", 30],
] as const)("random %s do no harm, %i of them", async (kind, runs) => {
  expect(await fuzz({ kind, until: { runs }, seed })).toBe(runs);
});

test("random plugins that do many things at once end, do the same again, and replay", async () => {
  expect(await fuzzInHarness({ runs: 80 }, seed)).toBe(80);
});

test("random plugins on two nodes whose journals fail: all is handled, recorded and paid once", async () => {
  expect(await fuzzOnNodes({ runs: 30 }, seed)).toBe(30);
});
