/** Writes the tables of the documentation anew that are made from code: `pnpm docs:tables`. */
import { readFile, writeFile } from "node:fs/promises";
import { createBuiltinPlugins } from "@botwright/plugins";
import { conformancePage } from "./conformance/page.ts";
import { ROWS } from "./conformance/rows.ts";
import { scanMarks } from "./conformance/scan.ts";
import { WITHOUT_TEST } from "./conformance/without-test.ts";
import { operationsTables } from "./operations/operations-tables.ts";
import { BINDINGS, DECLARED } from "./platforms/declared.ts";
import { bindingTable } from "./platforms/binding-table.ts";
import { capabilityTable } from "./platforms/capability-table.ts";
import { pluginTable } from "./plugins/plugin-table.ts";
import { referenceTables } from "./reference/tables.ts";
import { PAGES } from "./reference/words.ts";
import { withTables } from "./written-table.ts";

const TABLES: readonly (readonly [page: string, tables: readonly string[]])[] = [
  ["docs/platforms.md", [capabilityTable(DECLARED), bindingTable(BINDINGS)]],
  [
    "docs/operations.md",
    operationsTables(await readFile(new URL("../docs/benchmarks.md", import.meta.url), "utf8")),
  ],
  ["packages/plugins/README.md", [pluginTable(createBuiltinPlugins({ fetch }))]],
  [PAGES.en, referenceTables("en")],
  [PAGES.zh, referenceTables("zh")],
  ["docs/conformance.md", [conformancePage(ROWS, await scanMarks(), WITHOUT_TEST)]],
];

for (const [page, tables] of TABLES) {
  const file = new URL(`../${page}`, import.meta.url);
  await writeFile(file, withTables(await readFile(file, "utf8"), tables));
}
