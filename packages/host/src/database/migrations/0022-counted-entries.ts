import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * An entry counts 64 bytes beside its key and value, so that the quota bounds the number of entries too. What plugins
 * have stored before counts so as well; an account that is over its quota now keeps what it has, and may delete.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update storage_value set bytes = bytes + 64`.execute(db);
  await sql`
    update storage_account a set bytes = bytes + 64 * n.entries
    from (select user_id, count(*) as entries from storage_value group by user_id) n
    where n.user_id = a.user_id`.execute(db);
}

export const countedEntries: Migration = { up };
