/** @module-tag long */
import { expect, inject, test } from "vitest";
import { fuzz } from "./fuzz/survive.ts";

// The same plugins each time, so that a change of theirs is what makes it fail; the soak test has others.
const seed = inject("fuzzSeed") || 20_261;

test.each([
  ["programs", 100],
  ["payloads", 30],
] as const)("random %s do no harm, %i of them", async (kind, runs) => {
  expect(await fuzz({ kind, until: { runs }, seed })).toBe(runs);
});
