import { createErrorLocator, createWeakValue } from "@botwright/core";
import { expect, test } from "vitest";
import { collectGarbage } from "../../../test/collect-garbage.ts";

/** A turn of the event loop: what a turn has read of a weak reference lives until its end. */
async function nextTurn(): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve));
}

async function collectInNextTurn(): Promise<void> {
  await nextTurn();
  collectGarbage();
}

test("a value that is held weakly is made again only after the collector took it", async () => {
  let made = 0;
  const value = createWeakValue(() => ({ number: ++made }));
  expect([value().number, value().number]).toEqual([1, 1]);
  await collectInNextTurn();
  expect(value().number).toBe(2);
});

test("what the places of errors need of many plugins is not kept", async () => {
  // Each line start takes eight bytes, two megabytes of a file.
  const code = "\n".repeat(262_144);
  await collectInNextTurn();
  const before = process.memoryUsage().heapUsed;
  const locators = Array.from({ length: 30 }, () => createErrorLocator({ code, file: "p.js" }));
  for (const { find } of locators) {
    expect(find({ line: 7, column: 1 })).toEqual({ file: "p.js", line: 7, column: 1 });
    await nextTurn();
  }
  await collectInNextTurn();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 2 ** 20);
  expect(locators.at(0)?.find({ line: 8, column: 1 })?.line).toBe(8);
});
