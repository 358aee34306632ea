import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Accounts and bots that were deleted in the last day: what is written of them afterwards is deleted too. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deletion (
      kind text not null check (kind in ('account', 'bot')),
      id bigint not null,
      deleted_at timestamptz not null default clock_timestamp(),
      primary key (kind, id)
    )`.execute(db);
}

export const deletions: Migration = { up };
