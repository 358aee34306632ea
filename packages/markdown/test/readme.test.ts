import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { markdownToPlainText } from "../src/index.ts";
import { differences } from "./differences.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The rows of the table under a heading, as trimmed cells with their pipes unescaped. */
function rowsOf(heading: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|")),
  );
}

/** What a code span shows, with line breaks where `⏎` stands. */
function shown(cell: string): string {
  const [, ticks = "", code = ""] = /^(`+)([^]*)\1$/.exec(cell) ?? [];
  return (ticks.length > 1 || /^ .* $/.test(code) ? code.trim() : code).replaceAll("⏎", "\n");
}

const examples = rowsOf("Conversions").map(([input = "", output = ""]) => ({
  input: shown(input),
  output: output === "the same" ? shown(input) : shown(output),
}));

describe("README", () => {
  it("has examples of every rule", () => {
    expect(examples.length).toBeGreaterThan(15);
  });

  it.each(examples)("converts $input", ({ input, output }) => {
    expect(output).not.toBe("");
    expect(markdownToPlainText(input)).toBe(output);
  });

  it("lists the differences of the engines", () => {
    expect(rowsOf("Two engines")).toEqual(
      differences.map(({ name, rule, reason }) => [name, rule, reason]),
    );
  });
});
