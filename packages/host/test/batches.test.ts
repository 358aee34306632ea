import { expect, test } from "vitest";
import { createBatches } from "../src/database/batches.ts";

test("what is asked for while nothing is under way is done at once, the rest together", async () => {
  const batches: (readonly number[])[] = [];
  const double = createBatches(
    async (items: readonly number[]) => {
      batches.push(items);
      await Promise.resolve();
      return items.map((item) => item * 2);
    },
    { most: 3 },
  );
  const first = double(1);
  expect(batches).toEqual([[1]]);
  expect(await Promise.all([first, ...[2, 3, 4, 5].map(double)])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("a batch of several items has so many bytes at most, and a larger item is alone", async () => {
  const batches: (readonly number[])[] = [];
  const options = { bytesOf: (item: number) => item, maxBytes: 10 };
  const insert = createBatches(async (items: readonly number[]) => {
    batches.push(items);
    return items;
  }, options);
  await Promise.all([1, 4, 6, 5, 50, 2, 8].map(insert));
  expect(batches).toEqual([[1], [4, 6], [5], [50], [2, 8]]);
});

test("what comes soon after a quick statement that others waited for is in the next one", async () => {
  const batches: (readonly string[])[] = [];
  const ask = createBatches(async (items: readonly string[]) => {
    batches.push(items);
    return items;
  });
  await Promise.all([ask("a"), ask("b").then(() => Promise.all([ask("c"), ask("d")]))]);
  expect(batches[0]).toEqual(["a"]);
  expect(batches.flat()).toEqual(["a", "b", "c", "d"]);
});

test("an item that the database refuses fails alone", async () => {
  const refused = Object.assign(new Error("no such character"), { code: "22021" });
  const insert = createBatches(async (items: readonly string[]) => {
    if (items.includes("bad")) throw refused;
    return items;
  });
  const ended = await Promise.allSettled(["first", "good", "bad", "better"].map(insert));
  expect(ended.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(ended[2]).toEqual({ status: "rejected", reason: refused });
});

test("what fails for another reason fails for all of a batch", async () => {
  const insert = createBatches(async (items: readonly string[]) => {
    if (items.includes("lost")) throw new Error("the connection is lost");
    return items;
  });
  const ended = await Promise.allSettled(["first", "good", "lost"].map(insert));
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
});
