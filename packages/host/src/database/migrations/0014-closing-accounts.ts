import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The time until which an account is closed because it is being deleted. Closing is separate from a ban. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_account add column closing_until timestamptz`.execute(db);
  // Nodes look for closing accounts whenever they look for bots to run.
  await sql`
    create index user_account_closing on user_account (id)
      where closing_until is not null`.execute(db);
}

export const closingAccounts: Migration = { up };
