import { readFile } from "node:fs/promises";
import { createBuiltinPlugins } from "@botwright/plugins";
import { expect, test } from "vitest";
import { root } from "../repository.ts";
import { withTables } from "../written-table.ts";
import { pluginTable } from "./plugin-table.ts";

test("the table of the built-in plugins is what they declare", async () => {
  const page = await readFile(`${root}/packages/plugins/README.md`, "utf8");
  const table = pluginTable(createBuiltinPlugins({ fetch }));
  expect(withTables(page, [table]), 'run "pnpm docs:tables" and commit').toBe(page);
});
