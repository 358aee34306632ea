import { randomInt } from "node:crypto";
import { expect, inject, test } from "vitest";
import { fuzzInHarness } from "../fuzz/in-harness.ts";
import { fuzzOnNodes } from "../fuzz/on-nodes.ts";
import { fuzz } from "../fuzz/survive.ts";

const seed = inject("fuzzSeed") || randomInt(2 ** 31);

test.each([
  ["programs", 7],
  ["payloads", 3],
] as const)("random %s do no harm, for %i minutes", { timeout: 600_000 }, async (kind, minutes) => {
  const runs = await fuzz({ kind, until: { seconds: minutes * 60 }, seed });
  console.log(`${runs} random ${kind} from seed ${seed}`);
  expect(runs).toBeGreaterThan(1000);
});

test(
  "random plugins that do many things at once, for 5 minutes",
  { timeout: 600_000 },
  async () => {
    const runs = await fuzzInHarness({ seconds: 300 }, seed);
    console.log(`${runs} random plugins in the harness from seed ${seed}`);
    expect(runs).toBeGreaterThan(500);
  },
);

test(
  "random plugins on two nodes whose journals fail, for 5 minutes",
  { timeout: 600_000 },
  async () => {
    const runs = await fuzzOnNodes({ seconds: 300 }, seed);
    console.log(`${runs} random plugins on two nodes from seed ${seed}`);
    expect(runs).toBeGreaterThan(200);
  },
);
