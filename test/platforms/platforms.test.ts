import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { root } from "../repository.ts";
import { BINDINGS, createIdleAdapter, DECLARED } from "./declared.ts";
import { PLATFORMS } from "./setups.ts";
import { withTables } from "../written-table.ts";
import { bindingTable } from "./binding-table.ts";
import { capabilityTable, cellsOf } from "./capability-table.ts";

const page = await readFile(`${root}/docs/platforms.md`, "utf8");

test("the tables of docs/platforms.md are what the adapters and their bindings declare", () => {
  const tables = [capabilityTable(DECLARED), bindingTable(BINDINGS)];
  expect(withTables(page, tables), 'run "pnpm docs:tables" and commit').toBe(page);
});

test("a page that has lost its marks is not written over", () => {
  expect(() => withTables("# No table here", ["| a |"])).toThrow(/marks around 0 tables/);
});

test.each(BINDINGS)(
  "$platform takes callbacks by itself where it has no other way",
  async (binding) => {
    const adapter = await createIdleAdapter(binding);
    expect(adapter.handleRequest !== undefined).toBe(binding.transports[0] === "callback");
  },
);

describe("each cell of the table is what happens", () => {
  test.concurrent.each(DECLARED)("on $binding.platform", async ({ binding }) => {
    const { cancelTyping, ...capabilities } = await PLATFORMS[binding.platform].observe();
    const cells = cellsOf({ binding, capabilities, cancelTyping });
    const row = page.split("\n").find((line) => line.startsWith(`| ${cells[0]} `));
    expect(
      row
        ?.split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ).toEqual(cells);
  });
});
