import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Hosts did not verify addresses before: existing users count as verified, and those whom administrators create. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update user_account set email_verified = true where not email_verified`.execute(db);
  await sql`alter table user_account alter column email_verified set default true`.execute(db);
}

export const verifiedUsers: Migration = { up };
