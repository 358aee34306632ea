import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Versions of plugins that were published until their plugin was rolled back. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plugin_version add column left_at timestamptz`.execute(db);
}

export const leftVersions: Migration = { up };
