import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonSize, measureJson, splitItems } from "../src/rules/measure-json.ts";

/** The size of a value, found by walking through it. */
function measure(value: unknown): JsonSize {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 0, members: 0 };
  const inner = Object.values(value).map(measure);
  const sum = (of: (size: JsonSize) => number): number =>
    inner.reduce((total, size) => total + of(size), 0);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: Math.max(1, inner.length) + sum(({ values }) => values),
    members: (Array.isArray(value) ? 0 : inner.length) + sum(({ members }) => members),
  };
}

describe("the size of JSON is measured before it is parsed", () => {
  test("as a parser would find it", () => {
    const odd = fc.string({
      unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", ":", "a", "\n"),
    });
    const value = fc.oneof(fc.jsonValue(), fc.object({ key: odd, values: [odd, fc.integer()] }));
    fc.assert(
      fc.property(value, fc.boolean(), (given, isSpaced) => {
        const json = JSON.stringify(given, undefined, isSpaced ? 2 : 0);
        expect(measureJson(json)).toEqual(measure(JSON.parse(json)));
      }),
    );
  });

  test("and is split into items as a parser would find them", () => {
    const odd = fc.string({ unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", "a") });
    const item = fc.oneof(odd, fc.jsonValue(), fc.array(odd), fc.dictionary(odd, odd));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 4 }), (items) => {
        const json = JSON.stringify(items);
        expect(splitItems(json)).toEqual(
          JSON.parse(json).map((one: unknown) => JSON.stringify(one)),
        );
      }),
    );
  });

  test("however deep it is", () => {
    const levels = 2_000_000;
    const json = "[".repeat(levels) + "]".repeat(levels);
    expect(measureJson(json)).toEqual({ depth: levels, values: levels, members: 0 });
  });

  test("what is no JSON at all only has to end", () => {
    for (const text of ['"', '"\\', "]]]]", "}{", "", '[["]', "\\\\"]) {
      expect(measureJson(text).depth).toBeLessThanOrEqual(2);
    }
  });
});
