import { randomInt } from "node:crypto";
import { markdownToPlainText } from "@botwright/markdown";
import { expect, inject, test } from "vitest";
import { createWorkCounter } from "../markdown-work/count-work.ts";
import { type Cost, growsFaster, report } from "../markdown-work/growth.ts";
import { type Shape, allPairs, randomShape, write } from "../markdown-work/shapes.ts";

// Looks for Markdown whose conversion takes more than twice the work at twice the length, or whose
// result is much longer than itself.

const seed = inject("fuzzSeed") || randomInt(2 ** 31);
const minutes = 3;
const LENGTH = 1000;
/** Findings of one kind are mostly the same one. */
const ENOUGH = 5;
/** Characters of the result for each of the input: a `<br>` may start a line ten levels deep. */
const MAX_OUTPUT = 6;

/** The xorshift generator: numbers in [0, 1). */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Random shapes, for this many minutes. */
function* randomShapes(): Generator<Shape> {
  const random = createRandom(seed);
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) yield randomShape(random);
}

/** Milliseconds of this thread for one conversion: what others do with the machine is left out. */
const milliseconds: Cost = (text) => {
  const start = process.threadCpuUsage();
  // The system counts a thread's time in steps of some 4 ms.
  for (let calls = 1; ; calls += 1) {
    markdownToPlainText(text);
    const { user, system } = process.threadCpuUsage(start);
    if (user + system >= 40_000) return (user + system) / 1000 / calls;
  }
};

/** What is quadratic takes four times as long per character; collecting garbage, up to twice. */
function takesLonger(shape: Shape): boolean {
  const [once = "", more = ""] = [50_000, 200_000].map((length) => write(shape, length));
  return milliseconds(more) / more.length > (2.5 * milliseconds(once)) / once.length;
}

/** Counts the steps and the characters of the result for each shape. */
async function search(shapes: Iterable<Shape>): Promise<{ found: string[]; looked: number }> {
  const work = await createWorkCounter();
  const steps: Cost = (text) => work(text).steps;
  const output: Cost = (text) => work(text).output;
  const slow = (shape: Shape): boolean => growsFaster(steps, shape, LENGTH);
  const long = (shape: Shape): boolean => {
    const text = write(shape, LENGTH);
    return output(text) > MAX_OUTPUT * text.length;
  };
  const found: string[] = [];
  let looked = 0;
  for (const shape of shapes) {
    looked += 1;
    if (slow(shape)) found.push(report(steps, shape, slow));
    if (long(shape)) found.push(report(output, shape, long));
    if (found.length >= ENOUGH) break;
  }
  return { found, looked };
}

test("no pair of scraps takes more steps per character the longer it is", async () => {
  const { found, looked } = await search(allPairs());
  console.log(`${looked} pairs`);
  expect(found).toEqual([]);
});

test(`no random text does, for ${minutes} minutes`, async () => {
  const { found, looked } = await search(randomShapes());
  console.log(`${looked} random texts from seed ${seed}`);
  expect(found).toEqual([]);
  expect(looked).toBeGreaterThan(10_000);
});

// Steps do not show what an engine does inside, as in copying strings and matching patterns.
test(`nor does one take more time, for ${minutes} minutes`, () => {
  const found: string[] = [];
  let looked = 0;
  for (const shape of randomShapes()) {
    looked += 1;
    // What is linear takes 20 ms.
    if (milliseconds(write(shape, 200_000)) < 50) continue;
    if (takesLonger(shape)) found.push(report(milliseconds, shape, takesLonger));
    if (found.length === ENOUGH) break;
  }
  console.log(`${looked} random texts timed, from seed ${seed}`);
  expect(found).toEqual([]);
  expect(looked).toBeGreaterThan(300);
});
