import { randomInt } from "node:crypto";
import { expect, inject, test } from "vitest";
import { fuzzWire } from "../wire-fuzz/survive.ts";
import { TARGETS } from "../wire-fuzz/targets.ts";

const seed = inject("fuzzSeed") || randomInt(2 ** 31);
/** For all ways in together. */
const minutes = Number(process.env["SOAK_MINUTES"] ?? 12);
const seconds = (minutes * 60) / TARGETS.length;

test.each(TARGETS)(
  "$name lives through random inputs",
  { timeout: seconds * 1000 + 300_000 },
  async ({ name, open }) => {
    const inputs = await fuzzWire({ open, seed, seconds });
    console.log(`${inputs} random inputs, ${name}, from seed ${seed}`);
    expect(inputs).toBeGreaterThan(0);
  },
);
