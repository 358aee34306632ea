import { expect, test } from "vitest";
import { toShown } from "../src/messages/shown-value.ts";

const message = { type: "text", text: "hi", messageId: 7, contextToken: "t", raw: {} };

test.each([
  ["what is JSON as it is", { a: [1, "x", null, true] }, { a: [1, "x", null, true] }],
  ["bytes as their number", new Uint8Array(3), { bytes: 3 }],
  ["the message that is answered by its number", [message, "hello"], [{ message: 7 }, "hello"]],
  ["nothing as null", [undefined, NaN, { a: undefined }], [null, null, {}]],
  ["what JSON cannot hold by its name", [1n, () => {}], ["1", "function"]],
  ["a long text cut", "x".repeat(5000), `${"x".repeat(4000)}…`],
  ["a long list cut", Array.from({ length: 101 }, () => 1), [...Array(100).fill(1), "…"]],
])("shows %s", (_what, value, shown) => {
  expect(toShown(value)).toEqual(shown);
});

test("is of bounded size, however large, wide or deep the value is", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 100; level++) deep = [deep];
  const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => [1, 2, 3]));
  const texts = Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => ["k".repeat(900) + n, "x".repeat(5000)]),
  );
  for (const value of [deep, wide, texts, [wide, texts, deep]]) {
    expect(JSON.stringify(toShown(value)).length).toBeLessThan(70_000);
  }
});
