import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { checkMarks } from "./conformance/check-marks.ts";
import { findMarks } from "./conformance/marks.ts";
import { conformancePage } from "./conformance/page.ts";
import { ROWS } from "./conformance/rows.ts";
import { inSection } from "./conformance/rows/row.ts";
import { scanMarks } from "./conformance/scan.ts";
import { WITHOUT_TEST } from "./conformance/without-test.ts";
import { root } from "./repository.ts";
import { withTables } from "./written-table.ts";

const marks = await scanMarks();

test("every row has a test that names it, and every mark names a row", () => {
  expect(checkMarks({ rows: ROWS, marks, withoutTest: WITHOUT_TEST })).toEqual([]);
});

test("the page of the rows is what the tests say", async () => {
  const page = await readFile(`${root}/docs/conformance.md`, "utf8");
  const written = withTables(page, [conformancePage(ROWS, marks, WITHOUT_TEST)]);
  expect(written, 'run "pnpm docs:tables" and commit').toBe(page);
});

test("marks that name nothing, and rows without a test, are found", async () => {
  const file = "conformance/fixtures/marks.ts";
  const planted = findMarks(file, await readFile(new URL(file, import.meta.url), "utf8"));
  expect(planted.map(({ line, rows, title }) => [line, rows, title])).toEqual([
    [5, ["area.one"], "on %s › names a row"],
    [10, ["area.one", "area.unknown"], "on %s › names %s twice"],
    [18, ["area.three"], undefined],
    [22, ["area.three"], undefined],
    [26, ["area.two"], "a case of a suite"],
    [28, ["area.three"], undefined],
    [32, ["area.two"], "a rule of a suite"],
  ]);
  const texts = { "area.one": "One.", "area.two": "Two.", "area.three": "Three." };
  const rows = inSection("Area", { ...texts, "area.four": "Four.", "area.five": "Five." });
  const withoutTest = { "area.one": "too late", "area.four": "too early", "area.six": "no row" };
  expect(checkMarks({ rows: [...rows, ...rows.slice(0, 1)], marks: planted, withoutTest })).toEqual(
    [
      "two rows have the id area.one",
      `${file}:10: no row has the id area.unknown`,
      `${file}:18: no test follows the mark`,
      `${file}:22: no test follows the mark`,
      `${file}:28: no test follows the mark`,
      "no test names the row area.three",
      "no test names the row area.five",
      "area.one is no row without a test",
      "area.six is no row without a test",
    ],
  );
  expect(conformancePage(rows, planted, { "area.four": "It cannot be seen." })).toContain(
    "**`area.two`** Two.\n\n- [`a case of a suite`](../conformance/fixtures/marks.ts)\n- [`a rule",
  );
});
