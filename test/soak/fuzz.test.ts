import { randomInt } from "node:crypto";
import { expect, inject, test } from "vitest";
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
