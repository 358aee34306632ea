import { expect, inject, test } from "vitest";
import { fuzzWire } from "./wire-fuzz/survive.ts";
import { TARGETS } from "./wire-fuzz/targets.ts";

// The same inputs each time, so that a change of ours is what makes it fail; the soak test has others.
const seed = inject("fuzzSeed") || 20_261;

test.each(TARGETS)("$name lives through $inputs random inputs", async ({ open, inputs }) => {
  expect(await fuzzWire({ open, seed, until: { inputs } })).toBe(inputs);
});
