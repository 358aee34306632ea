import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownToPlainText } from "../src/index.ts";
import { markdownToPlainText as remarkToPlainText } from "../src/remark.ts";
import { differences } from "./differences.ts";
import { reply, soup } from "./generators.ts";

/** Set DIFFERENTIAL_SEED and DIFFERENTIAL_RUNS to look further. */
const seed = Number(process.env["DIFFERENTIAL_SEED"] ?? 20_261);
const runs = Number(process.env["DIFFERENTIAL_RUNS"] ?? 1500);

interface Tally {
  compared: number;
  equal: number;
  /** Texts that came out different, by the listed differences that their input shows. */
  excused: Map<string, number>;
}

/** Runs both engines over `texts`; a difference that is not listed throws, shrunk. */
function compare(texts: fc.Arbitrary<string>, numRuns = runs): Tally {
  const tally: Tally = { compared: 0, equal: 0, excused: new Map() };
  fc.assert(
    fc.property(texts, (text) => {
      tally.compared += 1;
      const scanned = markdownToPlainText(text);
      const parsed = remarkToPlainText(text);
      if (scanned === parsed) {
        tally.equal += 1;
        return;
      }
      const names = differences.filter(({ applies }) => applies(text)).map(({ name }) => name);
      // Without an excuse the two have to be equal.
      expect(names.length > 0 ? scanned : parsed).toBe(scanned);
      for (const name of names) tally.excused.set(name, (tally.excused.get(name) ?? 0) + 1);
    }),
    { seed, numRuns },
  );
  const share = 1 - tally.equal / tally.compared;
  console.info(
    `seed ${seed}: ${tally.compared} compared, ${tally.equal} equal, ${(share * 100).toFixed(1)} % excused`,
    Object.fromEntries(tally.excused),
  );
  return tally;
}

describe("scanner and remark", () => {
  it("agree on every reply that shows no listed difference", { timeout: 120_000 }, () => {
    const plain = reply.filter((text) => !differences.some(({ applies }) => applies(text)));
    const { compared, equal } = compare(plain);
    expect(compared).toBe(runs);
    expect(equal).toBe(runs);
  });

  it(
    "agree on replies, but for the listed differences",
    { timeout: 120_000, tags: ["long"] },
    () => {
      // Most of these texts are of the kind that is compared above.
      const some = Math.ceil(runs * 0.4);
      const { compared, equal } = compare(reply, some);
      expect(compared).toBe(some);
      expect(1 - equal / compared).toBeLessThan(0.2);
    },
  );

  it("agree on marker soup, but for the listed differences", { timeout: 120_000 }, () => {
    const { compared, equal } = compare(soup);
    expect(compared).toBe(runs);
    expect(1 - equal / compared).toBeLessThan(0.05);
  });
});
