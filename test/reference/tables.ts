import { markdownTable } from "../written-table.ts";
import { errorRows } from "./errors.ts";
import { limitRows } from "./limits.ts";
import { MESSAGE } from "./message.ts";
import { META, PERMISSIONS, SETTING } from "./meta.ts";
import { operationRows } from "./operations.ts";
import { priorityRows } from "./priorities.ts";
import { type Language, memberRows } from "./words.ts";

/** The tables of the reference, in the order of the page. */
export function referenceTables(language: Language): readonly string[] {
  return [
    memberRows(META, language),
    memberRows(SETTING, language),
    memberRows(PERMISSIONS, language),
    priorityRows(language),
    memberRows(MESSAGE, language),
    operationRows(language),
    limitRows(language),
    errorRows(language),
  ].map((rows) => markdownTable(rows));
}
