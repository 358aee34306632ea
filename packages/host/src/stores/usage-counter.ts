import { InfrastructureError } from "@botwright/core";
import type { UsageCounter, UsageEvent } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** Stores the counters of allowances as rows. */
export function createPostgresUsageCounter(db: Kysely<Schema>): UsageCounter {
  return {
    async add(counter, id) {
      const { rows } = await sql<UsageEvent>`
        select before as place, attempt from usage_add(${counter}, ${escapeText(id)})`.execute(db);
      const [event] = rows;
      if (event === undefined) throw new InfrastructureError("a use could not be counted");
      return event;
    },
    async remove(counter, id, attempt) {
      await sql`select usage_remove(${counter}, ${escapeText(id)}, ${attempt})`.execute(db);
    },
    async count(counter) {
      const row = db.selectFrom("usage_counter").select("count").where("counter", "=", counter);
      return (await row.executeTakeFirst())?.count ?? 0;
    },
  };
}
