import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { excerptOf } from "../src/index.ts";

const at = (column: number, length: number, line = 1) => ({
  line,
  column,
  endLine: line,
  endColumn: column + length,
});

describe("an excerpt points at the place", () => {
  test.each([
    { what: "in a line", code: "let a = eval;", range: at(9, 4), caret: "        ^^^^" },
    { what: "behind a tab", code: "\teval()", range: at(2, 4), caret: "  ^^^^" },
    { what: "behind wide letters", code: '"你好" + eval', range: at(8, 4), caret: "         ^^^^" },
    { what: "in the second line", code: "a\r\nbc", range: at(2, 1, 2), caret: " ^" },
    { what: "behind the end", code: "a", range: at(2, 0), caret: " ^" },
  ])("$what", ({ code, range, caret }) => {
    expect(excerptOf(code, range, 60).caret).toBe(caret);
  });

  test("in a line of a thousand characters", () => {
    const code = `${"a".repeat(500)}eval${"b".repeat(500)}`;
    const { source, caret } = excerptOf(code, at(501, 4), 40);
    expect(source).toHaveLength(40);
    expect(source.slice(caret.indexOf("^"), caret.length)).toBe("eval");
  });

  test("and nothing of the source acts on the terminal", () => {
    const hostile = "\u001B[2J\u202Eevil\u0007 = 1";
    expect(excerptOf(hostile, at(1, 3), 60).source).toBe("·[2J·evil· = 1");
  });

  test("for any text and place", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.nat(50),
        fc.nat(50),
        (code, column, length) => {
          const { source, caret } = excerptOf(code, at(column + 1, length), 30);
          expect(source).not.toMatch(/[\p{Cc}]/u);
          expect(caret).toMatch(/^ *\^+$/);
        },
      ),
    );
  });
});
