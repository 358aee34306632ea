import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The host calls of runs, and the bytes that they name by SHA-256, each once. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table journal_entry (
      call_id text not null,
      sequence int not null,
      -- The entry as JSON, sealed.
      sealed text not null,
      written_at timestamptz not null default clock_timestamp(),
      primary key (call_id, sequence)
    )`.execute(db);
  await sql`create index journal_entry_written on journal_entry (written_at)`.execute(db);
  await sql`
    create table journal_media (
      sha256 text primary key,
      bytes bytea not null,
      used_at timestamptz not null default clock_timestamp()
    )`.execute(db);
}

export const journal: Migration = { up };
