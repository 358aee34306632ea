import type { UsageCounter } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** Allowances as rows. */
export function createPostgresUsageCounter(db: Kysely<Schema>): UsageCounter {
  return {
    async add(counter, id) {
      const { rows } = await sql<{ before: number }>`
        select usage_add(${counter}, ${escapeText(id)}) as before`.execute(db);
      return rows[0]?.before ?? 0;
    },
    async remove(counter, id) {
      await sql`select usage_remove(${counter}, ${escapeText(id)})`.execute(db);
    },
    async count(counter) {
      const row = db.selectFrom("usage_counter").select("count").where("counter", "=", counter);
      return (await row.executeTakeFirst())?.count ?? 0;
    },
  };
}
