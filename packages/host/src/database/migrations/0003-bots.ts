import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Bots, which node runs each, and what their adapters must not lose. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bot (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      platform text not null,
      name text not null,
      -- The credentials of its binding as sealed JSON.
      sealed text not null,
      paused boolean not null default false,
      owner text,
      epoch bigint not null default 0,
      -- The last status of its connection, as JSON.
      status json,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index bot_user on bot (user_id)`.execute(db);
  await sql`create index bot_owner on bot (owner)`.execute(db);
  await sql`
    create table adapter_state (
      bot_id bigint not null references bot on delete cascade,
      key text not null,
      json text not null,
      expires_at bigint,
      primary key (bot_id, key)
    )`.execute(db);
  await sql`create index adapter_state_expires on adapter_state (expires_at)`.execute(db);
}

export const bots: Migration = { up };
