import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { type Finding, inspectPlugin, type RuleId } from "../src/index.ts";
import type { Fixture } from "./fixtures.ts";
import { honest, minified } from "./honest.ts";

/** The rules of what is hidden. */
const MEASURED: readonly RuleId[] = [
  "encrypted-payload",
  "encoded-data",
  "decoding-loop",
  "dynamic-call",
  "hidden-by-escapes",
  "fetch-host-computed",
  "address-changed",
  "meta-ambiguous",

  "encoded-code",
  "obfuscated",
  "obfuscation-suspected",
  "evaluation-limit",
];

let small: Fixture[] = [];
beforeAll(async () => {
  small = await minified();
});

const known = new Map<Fixture, Finding[]>();

/** What is found in a file: several tests ask for it. */
function findingsOf(file: Fixture): Finding[] {
  const findings = known.get(file) ?? inspectPlugin(file.source).findings;
  known.set(file, findings);
  return findings;
}

const errorsOf = (file: Fixture): string[] =>
  findingsOf(file).flatMap(({ severity, rule, message, line }) =>
    severity === "error" ? [`${line}: ${rule}: ${message}`] : [],
  );

test("there are enough honest files", () => {
  expect(honest.length).toBeGreaterThanOrEqual(70);
});

test.each(honest)("$name has no error", (file) => {
  expect(errorsOf(file)).toEqual([]);
});

test("nor has any of them minified", { tags: ["long"] }, () => {
  const errors = small.flatMap((file) => errorsOf(file).map((error) => `${file.name} ${error}`));
  expect(errors).toEqual([]);
});

/** How many files a rule warns of or refuses. */
function count(files: readonly Fixture[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const found = new Set(
      findingsOf(file).flatMap(({ rule, severity }) =>
        severity === "info" ? [] : [`${rule} ${severity}`],
      ),
    );
    for (const key of found) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

describe("the README's table of false alarms", () => {
  test("is what is measured", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const plain = count(honest);
    const mini = count(small);
    const rows = MEASURED.map((rule) => {
      const cells = [plain, mini].flatMap((counts) =>
        ["warning", "error"].map((severity) => counts.get(`${rule} ${severity}`) ?? 0),
      );
      return `| \`${rule}\` | ${cells.join(" | ")} |`;
    });
    const head = `${honest.length} files as written, ${small.length} minified`;
    const table = [head, ...rows].join("\n");
    const shown = readme.replaceAll(/ +\|/gu, " |").replaceAll(/\| +/gu, "| ");
    for (const line of [head, ...rows]) {
      expect(shown, `the README must have:\n${table}`).toContain(line);
    }
  });
});
