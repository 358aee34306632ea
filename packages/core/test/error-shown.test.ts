import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import {
  codeFrame,
  createErrorLocator,
  definePlugin,
  describeError,
  formatError,
  formatHeadline,
  indexLines,
  PluginError,
  readNodeStack,
} from "../src/index.ts";

const position = { file: "dice.js", line: 7, column: 24, functionName: "handler" };

const shown = (code: string, line: number, column: number): string =>
  codeFrame(indexLines(code), { line, column });

describe("a code frame", () => {
  test("has two lines before and one after, numbered", () => {
    expect(shown("a\nb\nc\nd\ne\nf\ng\nh\nnull.x\nj", 9, 5)).toBe(
      "   7 │ g\n   8 │ h\n>  9 │ null.x\n     │     ^\n  10 │ j",
    );
  });

  test("shows a tab as two columns and letters of two columns as such", () => {
    expect(shown("\tf('你好', null.x);", 1, 15)).toBe(
      "> 1 │   f('你好', null.x);\n    │                  ^",
    );
  });

  test("cuts long lines around the place, never inside of a character", () => {
    const [line = "", caret = ""] = shown(`${"😀".repeat(500)}!${"b".repeat(9e5)}`, 1, 1001).split(
      "\n",
    );
    expect(line.length).toBeLessThan(120);
    expect(line).toMatch(/^> 1 │ …(?:😀)+!b+…$/u);
    expect(caret).toMatch(/^ {4}│ +\^$/);
  });

  test("for any text and place is short and prints", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.nat(5),
        fc.nat(300),
        (code, line, column) => {
          const frame = shown(code, line + 1, column + 1);
          expect(frame.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
          expect(frame.length).toBeLessThan(5 * 200);
        },
      ),
    );
  });
});

describe("an error as text", () => {
  test("has its headline and its frame", () => {
    const error = { code: "PLUGIN_ERROR", message: "TypeError: not a function", position };
    expect(formatHeadline(error)).toBe("TypeError: not a function at dice.js:7:24 in handler");
    expect(formatError({ ...error, frame: "> 7 │ f()" })).toBe(
      "TypeError: not a function at dice.js:7:24 in handler\n> 7 │ f()",
    );
    expect(formatError({ message: "no place" })).toBe("no place");
  });

  test("shows a position once", () => {
    const message = formatHeadline({ message: "no dice", position });
    expect(formatHeadline({ message, position })).toBe(message);
  });

  test("is described with its position", () => {
    const error = new PluginError("no dice", { code: "PLUGIN_ERROR", position, frame: "> 7" });
    expect(describeError(error)).toEqual({
      code: "PLUGIN_ERROR",
      message: "no dice",
      position,
      frame: "> 7",
    });
    expect(describeError(new PluginError("x", { code: "X" }))).toEqual({ code: "X", message: "x" });
  });
});

describe("a locator", () => {
  const { locate } = createErrorLocator({ code: "a\nb.c", file: "C:\\plugins\\dice.js" });

  test("shows the name of the file without its folder", () => {
    expect(locate({ line: 2, column: 3, functionName: "f" })).toEqual({
      position: { file: "dice.js", line: 2, column: 3, functionName: "f" },
      frame: "  1 │ a\n> 2 │ b.c\n    │   ^",
    });
  });

  test("knows no place outside of the file, and shows no name that is none", () => {
    expect(locate({ line: 3, column: 1 })).toBeUndefined();
    expect(locate({ line: 0, column: 1 })).toBeUndefined();
    expect(locate({ line: 1, column: 3 })).toBeUndefined();
    expect(locate({ line: Number.NaN, column: 1 })).toBeUndefined();
    expect(locate({ line: 1, column: 1, functionName: "a\nb" })?.position).not.toHaveProperty(
      "functionName",
    );
  });
});

const errorWith = (stack: string, message = "x"): unknown =>
  Object.assign(new Error(message), { stack });

function fail(): never {
  throw new Error("no stack");
}

describe("a stack of Node's", () => {
  test("is read from the inside outwards", () => {
    const stack = [
      "Error: x",
      "    at Object.roll [as handler] (file:///a/dice.js:7:24)",
      "    at async file:///a/run.js:1:2",
      "    at new Dice (/a/dice.js:3:4)",
      "    at node:internal/process:5:6",
    ].join("\n");
    expect(readNodeStack(errorWith(stack))).toEqual([
      { url: "file:///a/dice.js", line: 7, column: 24, functionName: "roll" },
      { url: "file:///a/run.js", line: 1, column: 2 },
      { url: "/a/dice.js", line: 3, column: 4, functionName: "Dice" },
      { url: "node:internal/process", line: 5, column: 6 },
    ]);
  });

  test("does not begin in the message", () => {
    const message = "x\n    at evil (file:///a/dice.js:1:1)";
    expect(readNodeStack(errorWith(`Error: ${message}`, message))).toEqual([]);
  });

  test.each([
    ["a text", "thrown"],
    ["a getter that throws", Object.defineProperty(new Error("x"), "stack", { get: fail })],
    ["a stack that is no text", Object.assign(new Error("x"), { stack: 7 })],
    ["a long line", errorWith(`Error: x\n    at ${"a (".repeat(1e6)}`)],
  ])("of %s is empty", (_what, thrown) => {
    expect(readNodeStack(thrown)).toEqual([]);
  });
});

test("a trusted plugin locates its own errors, and no others", () => {
  const dice = definePlugin({ meta: { slug: "dice" }, handler: () => ({ handled: false }) });
  const own = dice.locate?.(new Error("here"));
  expect(own?.position.file).toBe("error-shown.test.ts");
  expect(dice.locate?.(Object.assign(new Error("x"), { stack: "" }))).toBeUndefined();
});
