import { setImmediate as turnOfAll } from "node:timers/promises";
import { createPace } from "@botwright/core";
import { expect, test } from "vitest";

const MIB = 2 ** 20;

test("of many that work in steps, each turn of the event loop has one step", async () => {
  let steps = 0;
  const work = async (): Promise<void> => {
    const pace = createPace();
    for (let part = 0; part < 5; part++) {
      await pace(MIB);
      steps++;
    }
  };
  const all = Promise.all(Array.from({ length: 50 }, work));
  const most: number[] = [];
  const done = new AbortController();
  const watch = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const before = steps;
      await turnOfAll();
      most.push(steps - before);
    }
  };
  const watching = watch();
  await all;
  done.abort();
  await watching;
  expect(Math.max(...most)).toBe(1);
  // And none is left out until the others are done.
  expect(most.length).toBeLessThanOrEqual(260);
});

test("they come in turn", async () => {
  const order: number[] = [];
  const work = async (name: number): Promise<void> => {
    const pace = createPace();
    for (let part = 0; part < 3; part++) {
      await pace(MIB);
      order.push(name);
    }
  };
  await Promise.all([work(1), work(2), work(3)]);
  expect(order).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
});
