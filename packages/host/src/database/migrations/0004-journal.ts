import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The host calls of runs, and the bytes of the media to which they refer by SHA-256, each stored once.
 *
 * The ids of runs begin with the bot's id. In the byte order of `collate "C"`, the rows of one bot are one range of the
 * primary key.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table journal_entry (
      call_id text collate "C" not null,
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
  await sql`create index journal_media_used on journal_media (used_at)`.execute(db);
  // Which runs refer to which media. SQL cannot find this in the entries, because they are sealed.
  await sql`
    create table journal_media_use (
      call_id text collate "C" not null,
      sha256 text not null references journal_media,
      primary key (call_id, sha256)
    )`.execute(db);
  await sql`create index journal_media_use_sha256 on journal_media_use (sha256)`.execute(db);
}

export const journal: Migration = { up };
