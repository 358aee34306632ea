import { glob, readFile } from "node:fs/promises";
import { NETWORK_ADVICE, PLATFORM_ADVICE } from "@botwright/adapter-kit";
import { DEFAULT_PRIORITIES } from "@botwright/core";
import { expect, test } from "vitest";
import { root } from "../repository.ts";
import { withTables } from "../written-table.ts";
import { ERRORS } from "./errors.ts";
import { LIMIT_CODES } from "./limits.ts";
import { priorityRows } from "./priorities.ts";
import { referenceTables } from "./tables.ts";
import { PAGES } from "./words.ts";

test.each([
  ["en", PAGES.en],
  ["zh", PAGES.zh],
] as const)("the reference in %s is written from the code", async (language, path) => {
  const page = await readFile(`${root}/${path}`, "utf8");
  const written = withTables(page, referenceTables(language));
  expect(page, 'run "pnpm docs:tables" and commit').toBe(written);
});

test("each kind of plugin with a priority of its own says what it does", () => {
  const rows = priorityRows("en");
  expect(rows.filter(([, , what]) => what === "")).toEqual([]);
  expect(rows).toHaveLength(Object.keys(DEFAULT_PRIORITIES).length + 2);
});

test("each code of the plugin guide stands in the reference", async () => {
  const known = new Set([...Object.keys(ERRORS), ...LIMIT_CODES]);
  const guide = await readFile(`${root}/docs/plugin-guide.md`, "utf8");
  const codes = new Set(guide.match(/\b[A-Z]+(?:_[A-Z]+)+\b/gu));
  expect([...codes].filter((code) => !known.has(code))).toEqual([]);
});

test("each code of an adapter's errors that a plugin can meet stands in the reference", () => {
  const codes = [...Object.keys(PLATFORM_ADVICE), ...Object.keys(NETWORK_ADVICE)];
  // The adapter has stopped, and with it the plugin's run.
  expect(codes.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual(["NETWORK_ABORTED"]);
});

test("each code of the reference is one of the code's", async () => {
  const sources: string[] = [];
  for await (const file of glob("packages/*/{src,guest}/**/*.ts", { cwd: root })) {
    sources.push(await readFile(`${root}/${file}`, "utf8"));
  }
  const all = sources.join("\n");
  const codes = [...Object.keys(ERRORS), ...LIMIT_CODES].filter((code) => code !== "");
  expect(codes.filter((code) => !all.includes(`"${code}"`))).toEqual([]);
});
