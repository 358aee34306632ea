import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** The most rows that one statement deletes, or runs whose rows it deletes. */
export const BATCH = 500;

/** Deletes at most {@link BATCH} rows; returns how many. */
export async function deleteBatch(
  db: Kysely<Schema>,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    /* long */
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${BATCH}))`.execute(db);
  return Number(numAffectedRows);
}
