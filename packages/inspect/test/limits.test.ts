import { LIMITS } from "@botwright/core";
import { Parser } from "acorn";
import { describe, expect, test, vi } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { plugin } from "./fixtures.ts";

const rules = (source: string): string[] =>
  inspectPlugin(source).findings.map(({ rule }): string => rule);

describe("size", () => {
  const rest = plugin("") + "\n//";
  const room = LIMITS.plugin.sourceBytes - rest.length;

  test("up to 256 KiB, counted in bytes of UTF-8", () => {
    expect(rules(rest + "x".repeat(room))).toEqual([]);
    expect(rules(rest + "x".repeat(room + 1))).toEqual(["too-large"]);
    expect(rules(rest + "字".repeat(Math.ceil(room / 3) + 1))).toEqual(["too-large"]);
  });
});

describe("the worst files give a result", () => {
  const bytes = LIMITS.plugin.sourceBytes;
  /** Half of what is allowed: all limits but that of the size are far below. */
  const many = (text: string): string => text.repeat(Math.floor(bytes / 2 / text.length));

  test.each([
    ["brackets", "[".repeat(1e5) + "]".repeat(1e5)],
    ["parentheses", "(".repeat(1e5) + ")".repeat(1e5)],
    ["blocks", "{".repeat(1e5) + "}".repeat(1e5)],
    ["templates", "`${".repeat(5e4) + "1" + "}`".repeat(5e4)],
    ["arrows", "a=>".repeat(8e4) + "a"],
    ["sums", "x=1" + "+1".repeat(1e5)],
    ["members", "x" + ".a".repeat(1e5)],
    ["groups of a regular expression", `/${"(".repeat(1e5)}${")".repeat(1e5)}/`],
  ])("1e5 nested %s", (_what, source) => {
    expect(rules(source)).toEqual(["too-deep"]);
  });

  test("whatever is thrown at the end of the stack", () => {
    // Seen in some runs of many test files, never in one alone.
    const parsing = vi.spyOn(Object(Parser.prototype), "parseTopLevel");
    parsing.mockImplementation(() => {
      throw new TypeError("undefined is not a function");
    });
    try {
      expect(rules("1")).toEqual(["too-deep"]);
    } finally {
      parsing.mockRestore();
    }
    expect(rules(plugin(""))).toEqual([]);
  });

  test.each([
    ["an array of 65 000 numbers", `export const t = [${many("1,")}];`],
    ["texts that would grow to gigabytes", many('"abc".repeat(99999);')],
    ["texts that double", doubling(5000)],
    ["a tree of calls", callTree(50)],
    ["code in six characters", many("[]+!![]+(![]+[])+")],
    ["nothing but blanks", " ".repeat(bytes)],
  ])("%s", (_what, source) => {
    expect(inspectPlugin(source).ok).toBe(false);
  });

  test.each([
    ["one line of calls", many("a.b(c);")],
    ["functions that call one another", many("(u=>{f(u);})(1);") + "function f(u){fetch(u)}"],
    ["changes of a chain", many("meta.a.b.c.d=1;") + "export const meta={};"],
  ])("%s", { tags: ["long"] }, (_what, source) => {
    expect(inspectPlugin(source).ok).toBe(false);
  });

  test("a text of 2000 pieces is still read", () => {
    const pieces = `"${"文字".repeat(20)}"${` +\n  "${"文字".repeat(6)}"`.repeat(2000)}`;
    expect(inspectPlugin(plugin(`await ctx.bot.reply(ctx.msg, ${pieces});`)).ok).toBe(true);
  });

  test("a rule tells 20 places, errors 200, and counts the rest", () => {
    const { findings } = inspectPlugin(plugin("globalThis[ctx.msg.text];\n".repeat(30)));
    expect(findings).toHaveLength(20);
    expect(findings.at(-1)?.message).toMatch(/\(and 10 places more\)$/);
    expect(inspectPlugin(plugin("eval(1);\n".repeat(500))).findings).toHaveLength(200);
  });

  test("warnings of a rule leave no error of it out", () => {
    const warnings = 'ctx.make.constructor("a");\n'.repeat(300);
    const { ok, findings } = inspectPlugin(plugin(`${warnings}eval(1);`));
    expect(findings.filter(({ severity }) => severity === "error")).toHaveLength(1);
    expect(ok).toBe(false);
  });
});

function doubling(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => `const a${i + 1} = a${i} + a${i};`);
  return `const a0 = "text";${lines.join("")}`;
}

function callTree(width: number): string {
  const functions = Array.from(
    { length: width },
    (_, i) => `function g${i}(u){${`g${i + 1}(u?u:u);`.repeat(width)}}`,
  );
  return `${functions.join("")}function g${width}(u){fetch(u)}g0("https://a")`;
}
