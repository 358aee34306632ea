import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * An index for the foreign key of published versions: PostgreSQL looks for the plugin of each version that is deleted,
 * and read all plugins for it.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index plugin_published on plugin (published_id)`.execute(db);
}

export const publishedVersions: Migration = { up };
