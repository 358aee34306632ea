import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { indexCodePoints } from "../src/main/code-points.ts";

const unit = fc.constantFrom("a", "é", "中", "😀", "\ud800", "\n");
const texts = fc
  .tuple(fc.string({ unit, maxLength: 40 }), fc.nat(120))
  .map(([text, times]) => text.repeat(times));

test("offsets and code points are translated as by reading the whole text", () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, place) => {
      const points = indexCodePoints(text);
      const whole = Array.from(text);
      const index = place % (whole.length + 1);
      const offset = whole.slice(0, index).join("").length;
      expect(points.offsetOf(index)).toBe(offset);
      expect(points.countBefore(offset)).toBe(index);
    }),
    { numRuns: 500 },
  );
});

test("a code point that the text does not have is at its end", () => {
  for (const text of ["", "a", "😀".repeat(3000)]) {
    expect(indexCodePoints(text).offsetOf(1_000_000_000)).toBe(text.length);
  }
});

test("a translation reads at most a thousand characters, however long the text is", () => {
  const text = "😀中".repeat(100_000);
  const points = indexCodePoints(text);
  const read = vi.spyOn(String.prototype, "codePointAt");
  expect(points.offsetOf(199_999)).toBe(text.length - 1);
  expect(points.countBefore(text.length - 1)).toBe(199_999);
  expect(read.mock.calls.length).toBeLessThan(2100);
  read.mockRestore();
});
