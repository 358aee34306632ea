import { measureText, splitText, type TextLimit } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const utf16 = (max: number): TextLimit[] => [{ unit: "utf16", max }];
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** What can be seen: what a split may never lose. */
const seen = (text: string): string =>
  text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, "");

describe("splitText", () => {
  test.each([
    ["short", utf16(10), ["short"]],
    ["", utf16(10), []],
    ["one\n\ntwo\nthree", utf16(9), ["one", "two\nthree"]],
    ["one\ntwo\nthree", utf16(8), ["one\ntwo", "three"]],
    ["one\r\n\r\ntwo\r\nthree", utf16(12), ["one", "two\r\nthree"]],
    ["one\r\ntwo\r\nthree", utf16(9), ["one\r\ntwo", "three"]],
    ["abcdef", utf16(4), ["abcd", "ef"]],
    ["abcd\nef", utf16(4), ["abcd", "ef"]],
    ["abcd\r\nef", utf16(4), ["abcd", "ef"]],
    ["abcd\r\nef", utf16(5), ["abcd", "ef"]],
    ["a😀b", utf16(2), ["a", "😀", "b"]],
    ["ab👨‍👩‍👧cd", utf16(9), ["ab", "👨‍👩‍👧c", "d"]],
    ["你好世界", [{ unit: "utf8", max: 7 }] satisfies TextLimit[], ["你好", "世界"]],
    ["\n\n\na\n\n\n", utf16(3), ["a"]],
    ["\n\n\n\n\n\n", utf16(3), []],
    ["  \n  \n  ", utf16(3), []],
    [`ab${"\u200b".repeat(4)}cd`, utf16(2), ["ab", "cd"]],
    ["\u2060\ufeff\u3164\u2800\u00ad\0", utf16(9), []],
    ["\ud800\ud800\udc00\udc00", utf16(2), ["\ud800", "\ud800\udc00", "\udc00"]],
    ["no limit at all", [], ["no limit at all"]],
  ])("%j by %j", (text, limits, parts) => {
    expect(splitText(text, limits)).toEqual(parts);
  });

  test.each([0, 1, 2, 3])(
    "a row of flags is cut between two of them, behind %i letters",
    (count) => {
      const letters = "x".repeat(count);
      const parts = splitText(letters + "🇩🇪🇨🇳".repeat(100), utf16(401));
      expect(parts.join("")).toBe(letters + "🇩🇪🇨🇳".repeat(100));
      for (const part of parts) expect(part.replaceAll(/🇩🇪|🇨🇳|x/g, "")).toBe("");
    },
  );

  test("a grapheme that alone is over the limit is cut rather than lost", () => {
    const zalgo = `e${"\u0301".repeat(50)}`;
    const parts = splitText(zalgo, utf16(20));
    expect(parts.join("")).toBe(zalgo);
    expect(parts.every((part) => part.length <= 20)).toBe(true);
  });
});

describe("properties of splitText", () => {
  const unit = fc.constantFrom("utf16", "utf8", "character");
  const limits = fc.array(fc.record({ unit, max: fc.integer({ min: 4, max: 40 }) }), {
    minLength: 1,
    maxLength: 2,
  });
  const pieces = ["a", "你", "😀", "\n", "\n\n", "\r\n", "\r", " ", "e\u0301", "🇨🇳", "👨‍👩‍👧"];
  const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 80 });
  const torn = fc.string({ unit: fc.constantFrom(...pieces, "\ud800", "\udc00"), maxLength: 80 });

  test("keeps every limit, every character that is seen, and every pair", () => {
    fc.assert(
      fc.property(text, limits, (input, bounds) => {
        const parts = splitText(input, bounds);
        for (const part of parts) {
          expect(part.isWellFormed()).toBe(true);
          for (const bound of bounds) {
            expect(measureText(part, bound.unit)).toBeLessThanOrEqual(bound.max);
          }
        }
        expect(seen(parts.join(""))).toBe(seen(input));
      }),
      { numRuns: 1000 },
    );
  });

  test("parts are pieces of the text in its order, and each can be seen", () => {
    fc.assert(
      fc.property(torn, limits, (input, bounds) => {
        let from = 0;
        for (const part of splitText(input, bounds)) {
          expect(seen(part)).not.toBe("");
          const at = input.indexOf(part, from);
          expect(at).toBeGreaterThanOrEqual(from);
          expect(seen(input.slice(from, at))).toBe("");
          from = at + part.length;
        }
        expect(seen(input.slice(from))).toBe("");
      }),
      { numRuns: 1000 },
    );
  });

  test("a part is not split again", () => {
    fc.assert(
      fc.property(torn, limits, (input, bounds) => {
        for (const part of splitText(input, bounds)) {
          expect(splitText(part, bounds)).toEqual([part]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("makes at most about three times as many parts as the text needs", () => {
    const max = 400;
    const piece = fc.constantFrom(
      "a\n\n",
      "c\n",
      "b".repeat(397),
      "b".repeat(400),
      "\n",
      "é".repeat(50),
    );
    const unlucky = `a\n\nc\n${"b".repeat(max)}\n`.repeat(20);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (chosen) => {
        const input = chosen.join("");
        const most = 3 * Math.ceil(input.length / max) + 3;
        expect(splitText(input, utf16(max)).length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 1000, examples: [[[unlucky]]] },
    );
    expect(splitText(unlucky, utf16(max))).toHaveLength(60);
  });

  test("two parts that follow each other without a break would not fit into one", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "你", "😀") }),
        limits,
        (input, bounds) => {
          const parts = splitText(input, bounds);
          for (const [index, part] of parts.slice(1).entries()) {
            const first = [...graphemes.segment(part)][0]?.segment ?? "";
            const joined = (parts[index] ?? "") + first;
            expect(bounds.some((bound) => measureText(joined, bound.unit) > bound.max)).toBe(true);
          }
        },
      ),
    );
  });
});

/**
 * With a part of a million units, a step that is quadratic in the length of a part would take
 * minutes; the limit of a test is far above what a linear scan needs on a busy machine.
 */
describe("a scan takes as many steps as the text has characters", () => {
  const N = 2_000_000;
  const LIMIT = utf16(N / 2);
  const TIMEOUT_MS = 30_000;
  test.each([
    ["only line breaks", "\n".repeat(N)],
    ["a row of line breaks before a word", `${"\n".repeat(N / 2 - 10)}x\n\ny${"z".repeat(N)}`],
    ["rows of line breaks between words", `${"\n".repeat(1000)}x`.repeat(N / 1000)],
    ["line breaks of Windows", "\r\n".repeat(N / 2)],
    ["carriage returns before a word", `${"\r".repeat(N / 2 - 10)}x\n\ny${"z".repeat(N)}`],
    ["both kinds mixed", "\r\n\n\rx\r\r\n".repeat(N / 8)],
    ["no break at all", "x".repeat(N)],
    ["combining marks", `e${"\u0301".repeat(N)}`],
    ["flags", "🇩🇪".repeat(N / 4)],
    ["half flags behind a letter", `x${"🇩".repeat(N / 2)}`],
    ["emoji joined into one", `👨${"\u200d👨".repeat(N / 3)}`],
    ["lone surrogates", "\ud83d".repeat(N)],
    ["lone low surrogates", "\ude00".repeat(N)],
    ["blanks", " ".repeat(N)],
    ["blanks and line breaks", `${" ".repeat(999)}\n`.repeat(N / 1000)],
  ])(
    "%s",
    (_name, text) => {
      for (const limits of [LIMIT, utf16(2000), [{ unit: "utf8" as const, max: 2048 }]]) {
        const parts = splitText(text, limits);
        const length = parts.reduce((sum, part) => sum + part.length, 0);
        expect(length).toBeLessThanOrEqual(text.length);
      }
    },
    TIMEOUT_MS,
  );

  test(
    "parts as small as one character",
    () => {
      expect(splitText("x".repeat(100_000), utf16(1))).toHaveLength(100_000);
    },
    TIMEOUT_MS,
  );
});
