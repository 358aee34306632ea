/** Writes the table of docs/platforms.md anew. */
import { readFile, writeFile } from "node:fs/promises";
import { DECLARED } from "./declared.ts";
import { tableOf, withTable } from "./table.ts";

const page = new URL("../../docs/platforms.md", import.meta.url);
await writeFile(page, withTable(await readFile(page, "utf8"), tableOf(DECLARED)));
