import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Rule, RULES } from "../src/index.ts";

const words = (line: string): string => line.replaceAll(/\s+/g, " ").trim();

test("the README's table says what the rules say", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const rows = readme
    .split("\n")
    .filter((line) => /^\| `[a-z-]+` +\| (?:error|warning|info) /.test(line));
  const expected = Object.entries<Rule>(RULES).map(([id, { severity, about, also }]) =>
    words(`| \`${id}\` | ${severity} | ${about}${also === undefined ? "" : `; ${also}`} |`),
  );
  expect(rows.map((row) => words(row))).toEqual(expected);
});
