import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Notifies all nodes of each session that ends, by a log-out, a ban or a new password. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_ends', old.id::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger user_session_end after delete on user_session
      for each row execute function notify_session_end()`.execute(db);
}

export const sessions: Migration = { up };
