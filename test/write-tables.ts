/** Writes the tables of the documentation anew that are made from code: `pnpm docs:tables`. */
import { readFile, writeFile } from "node:fs/promises";
import { GUIDES, operationTable } from "./operations/table.ts";
import { BINDINGS, DECLARED } from "./platforms/declared.ts";
import { bindingTable } from "./platforms/binding-table.ts";
import { capabilityTable } from "./platforms/capability-table.ts";
import { withTables } from "./written-table.ts";

const TABLES: readonly (readonly [page: string, tables: readonly string[]])[] = [
  ["docs/platforms.md", [capabilityTable(DECLARED), bindingTable(BINDINGS)]],
  ...Object.entries(GUIDES).map(([page, words]) => [page, [operationTable(words)]] as const),
];

for (const [page, tables] of TABLES) {
  const file = new URL(`../${page}`, import.meta.url);
  await writeFile(file, withTables(await readFile(file, "utf8"), tables));
}
