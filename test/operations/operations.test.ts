import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { root } from "../repository.ts";
import { withTables } from "../written-table.ts";
import { GUIDES, operationTable } from "./table.ts";

test.each(Object.entries(GUIDES))(
  "the host calls in %s are those of the table of operations",
  async (path, words) => {
    const page = await readFile(`${root}/${path}`, "utf8");
    expect(withTables(page, [operationTable(words)]), 'run "pnpm docs:tables" and commit').toBe(
      page,
    );
  },
);
