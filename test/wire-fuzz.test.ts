import { beforeAll, expect, inject, test } from "vitest";
import { fuzzWire } from "./wire-fuzz/survive.ts";
import { TARGETS } from "./wire-fuzz/targets.ts";

// The same inputs each time, so that a change of ours is what makes it fail; the soak test has others.
const seed = inject("fuzzSeed") || 20_261;
/** All ways in run side by side, for as long as this. The soak test runs each alone and looks at its memory. */
const SECONDS = 2;
const running = new Map<string, Promise<number>>();

beforeAll(() => {
  for (const { name, open } of TARGETS) {
    const fuzzing = fuzzWire({ open, seed, seconds: SECONDS, isAlone: false });
    // Its own test reports it.
    fuzzing.catch(() => {});
    running.set(name, fuzzing);
  }
});

test.each(TARGETS)("$name lives through the random inputs of 2 seconds", async ({ name }) => {
  expect(await running.get(name)).toBeGreaterThan(0);
});
