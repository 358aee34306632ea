import { describe, expect, test } from "vitest";
import { inspectPlugin, RULES } from "../src/index.ts";
import { bad, clean } from "./fixtures.ts";

/** What a file's first line expects, as `error eval@3:5`. */
function expectedOf(source: string): string[] {
  const [, list] = /^\/\/ expect: (.+)$/m.exec(source) ?? [];
  if (list === undefined) throw new Error("the first line must be // expect: …");
  return list.split(", ");
}

function found(source: string): string[] {
  return inspectPlugin(source)
    .findings.filter(({ severity }) => severity !== "info")
    .map(({ severity, rule, line, column }) => `${severity} ${rule}@${line}:${column}`);
}

test("there are enough examples to believe in", () => {
  expect(clean.length).toBeGreaterThanOrEqual(20);
  expect(bad.length).toBeGreaterThanOrEqual(40);
});

test.each(clean)("clean: $name has no error and no warning", ({ name, source }) => {
  expect(found(source)).toEqual([]);
  const { ok, meta } = inspectPlugin(source);
  expect(ok).toBe(true);
  expect(meta === null).toBe(name === "bare-handler.js");
});

test.each(bad)("bad: $name is found where it is", ({ source }) => {
  const expected = expectedOf(source);
  expect(found(source)).toEqual(expected);
  expect(inspectPlugin(source).ok).toBe(!expected.some((item) => item.startsWith("error")));
});

describe("every rule has an example", () => {
  const seen = new Set(
    [...clean, ...bad].flatMap(({ source }) =>
      inspectPlugin(source).findings.map(({ rule }): string => rule),
    ),
  );
  // These need a file of their own making: see limits, payload and obfuscators.test.ts.
  const elsewhere = new Set([
    "too-large",
    "too-deep",
    "too-complex",
    "encoded-data",
    "encrypted-payload",
    "js-x-ray",
  ]);
  test.each(Object.keys(RULES).filter((rule) => !elsewhere.has(rule)))("%s", (rule) => {
    expect(seen).toContain(rule);
  });
});
