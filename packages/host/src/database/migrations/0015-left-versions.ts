import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The time at which a plugin was rolled back from a version, so that later roll-backs skip this version. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plugin_version add column left_at timestamptz`.execute(db);
}

export const leftVersions: Migration = { up };
