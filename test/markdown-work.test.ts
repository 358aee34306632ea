import { beforeAll, expect, test } from "vitest";
import { attacks } from "../packages/markdown/test/attacks.ts";
import { createWorkCounter, type Work } from "./markdown-work/count-work.ts";
import { growsFaster, report } from "./markdown-work/growth.ts";
import { type Shape, corePairs } from "./markdown-work/shapes.ts";

// Counts steps instead of milliseconds: the same on every machine. `pnpm test:soak` goes further.

const LENGTH = 600;

const squared = (text: string): number => steps(text) + text.length ** 2 / 200;

let work: (text: string) => Work;
const steps = (text: string): number => work(text).steps;
const isSlow = (shape: Shape): boolean => growsFaster(steps, shape, LENGTH);

beforeAll(async () => {
  work = await createWorkCounter();
});

test("the counter sees work that grows with the square of the length", () => {
  const shape = { prefix: "", runs: [["a", "**b** "], ["c"]], suffix: "d" };
  expect(isSlow(shape)).toBe(false);
  const fails = (smaller: Shape): boolean => growsFaster(squared, smaller, LENGTH);
  expect(fails(shape)).toBe(true);
  expect(report(squared, shape, fails)).toMatch(/^"c"×n: \d+, \d+, \d+ at 4, 8 and 16 kB$/u);
});

test("no pair of constructs makes the work grow faster than the text", { tags: ["long"] }, () => {
  const found: string[] = [];
  let shapes = 0;
  for (const shape of corePairs()) {
    shapes += 1;
    if (isSlow(shape)) found.push(report(steps, shape, isSlow));
    if (found.length === 3) break;
  }
  expect(found).toEqual([]);
  expect(shapes).toBeGreaterThan(8000);
});

test.each(attacks)("the work of $name is some steps a character", ({ text }) => {
  const long = text(100_000);
  const { steps: taken, output } = work(long);
  expect(taken).toBeLessThan(250 * long.length);
  expect(output).toBeLessThan(8 * long.length);
});
