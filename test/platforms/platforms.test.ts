import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { root } from "../repository.ts";
import { DECLARED } from "./declared.ts";
import { PLATFORMS } from "./setups.ts";
import { withTable } from "../written-table.ts";
import { cellsOf, tableOf } from "./table.ts";

const page = await readFile(`${root}/docs/platforms.md`, "utf8");

test("the table of docs/platforms.md is what the adapters declare", () => {
  expect(withTable(page, tableOf(DECLARED)), 'run "pnpm docs:tables" and commit').toBe(page);
});

describe("each cell of the table is what happens", () => {
  test.concurrent.each(DECLARED)("on $platform", async ({ platform }) => {
    const { cancelTyping, ...capabilities } = await PLATFORMS[platform].observe();
    const cells = cellsOf({ platform, capabilities, cancelTyping });
    const row = page.split("\n").find((line) => line.startsWith(`| ${cells[0]} `));
    expect(
      row
        ?.split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ).toEqual(cells);
  });
});
