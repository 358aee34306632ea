import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Accounts that are being deleted: until when they are closed, which is not a ban. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_account add column closing_until timestamptz`.execute(db);
  // Nodes look for them whenever they look for bots.
  await sql`
    create index user_account_closing on user_account (id)
      where closing_until is not null`.execute(db);
}

export const closingAccounts: Migration = { up };
