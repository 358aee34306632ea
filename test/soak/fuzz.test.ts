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

test.each([
  ["in the harness", fuzzInHarness, 500],
  ["on two nodes whose journals fail", fuzzOnNodes, 200],
] as const)(
  "random plugins that do many things at once %s, for 5 minutes",
  { timeout: 600_000 },
  async (where, fuzzPlugins, least) => {
    const runs = await fuzzPlugins({ seconds: 300 }, seed);
    console.log(`${runs} random plugins ${where} from seed ${seed}`);
    expect(runs).toBeGreaterThan(least);
  },
);
