import fc from "fast-check";
import { expect, test } from "vitest";
import { forwardedText } from "../src/index.ts";

test("a forward is a line for each entry, with its sender where known", () => {
  const lines = [
    { sender: "Ann", text: "tea?\nor coffee?" },
    { sender: "", text: "yes" },
    { text: " both " },
    { sender: "Bea", text: " " },
  ];
  expect(forwardedText(lines)).toBe("Ann: tea? or coffee?\nyes\nboth");
  expect(forwardedText([])).toBe("");
});

test("at most 200 lines and 16 KiB are kept, and no character is cut", () => {
  const many = Array.from({ length: 500 }, () => ({ text: "x" }));
  expect(forwardedText(many).split("\n")).toHaveLength(200);
  const text = fc.string({ unit: fc.constantFrom("x", "é", "世", "👋", " ") });
  fc.assert(
    fc.property(text, fc.nat(3), (start, blanks) => {
      const long = " ".repeat(blanks) + `${start}👋`.repeat(20_000);
      const cut = forwardedText([{ sender: start, text: long }, { text: long }]);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(16 * 1024);
      expect(cut.isWellFormed()).toBe(true);
    }),
    { numRuns: 20 },
  );
});
