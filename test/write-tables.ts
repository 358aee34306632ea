/** Writes the tables of the documentation anew that are made from code: `pnpm docs:tables`. */
import { readFile, writeFile } from "node:fs/promises";
import { GUIDES, operationTable } from "./operations/table.ts";
import { DECLARED } from "./platforms/declared.ts";
import { tableOf } from "./platforms/table.ts";
import { withTable } from "./written-table.ts";

const TABLES: readonly (readonly [page: string, table: string])[] = [
  ["docs/platforms.md", tableOf(DECLARED)],
  ...Object.entries(GUIDES).map(([page, words]) => [page, operationTable(words)] as const),
];

for (const [page, table] of TABLES) {
  const file = new URL(`../${page}`, import.meta.url);
  await writeFile(file, withTable(await readFile(file, "utf8"), table));
}
