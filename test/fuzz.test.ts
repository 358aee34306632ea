import { expect, inject, test } from "vitest";
import { fuzz } from "./fuzz/survive.ts";

// The same plugins each time, so that a change of theirs is what makes it fail; the soak test has others.
const seed = inject("fuzzSeed") || 20_261;

test.each([
  ["programs", 14],
  ["payloads", 6],
] as const)("random %s do no harm, for %i seconds", async (kind, seconds) => {
  expect(await fuzz({ kind, seconds, seed })).toBeGreaterThan(10);
});
