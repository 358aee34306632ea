import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * People who log in, with their sessions and passwords. The columns are those of better-auth (`getMigrations` of
 * version 1.7.7) in snake case; `role`, `banned` and `ban_reason` are the host's own.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_account (
      id bigint generated always as identity primary key,
      name text not null,
      email text not null unique,
      -- Whom an administrator creates counts as verified; a host that verifies addresses inserts false.
      email_verified boolean not null default true,
      image text,
      role text not null default 'user' check (role in ('user', 'admin')),
      banned boolean not null default false,
      ban_reason text,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create table user_session (
      id bigint generated always as identity primary key,
      user_id bigint not null references user_account on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index user_session_user on user_session (user_id)`.execute(db);
  // Notifies all nodes of each session that ends, by a log-out, a ban or a new password.
  await sql`
    create function notify_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_ends', old.id::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger user_session_end after delete on user_session
      for each row execute function notify_session_end()`.execute(db);
  // A way to log in: better-auth's "account". Here it is always an e-mail address and a password.
  await sql`
    create table user_login (
      id bigint generated always as identity primary key,
      user_id bigint not null references user_account on delete cascade,
      account_id text not null,
      provider_id text not null,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index user_login_user on user_login (user_id)`.execute(db);
  await sql`
    create table user_verification (
      id bigint generated always as identity primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create index user_verification_identifier on user_verification (identifier)`.execute(db);
}

export const users: Migration = { up };
