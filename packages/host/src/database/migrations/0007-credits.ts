import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The ledger: balances, movements and reservations, spending limits with the credits spent in each period, and warnings
 * of low credits. The functions of the next migration change all of them under the lock of the account's row.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_account (
      user_id bigint primary key,
      balance bigint not null check (balance >= 0),
      -- The owner is warned when the credits fall below it.
      warn_below bigint check (warn_below >= 0),
      is_low boolean not null default false
    )`.execute(db);
  await sql`
    create table credit_row (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      kind text not null check (kind in ('deposit', 'withdrawal', 'reservation', 'settlement')),
      key text not null,
      credits bigint not null,
      plugin_slug text,
      description text,
      created_at timestamptz not null,
      -- The administrator who made a movement.
      actor_id bigint
    )`.execute(db);
  await sql`create index credit_row_user on credit_row (user_id, id)`.execute(db);
  await sql`
    create unique index credit_row_moved on credit_row (key)
      where kind in ('deposit', 'withdrawal')`.execute(db);
  await sql`
    create index credit_row_actor on credit_row (actor_id) where actor_id is not null`.execute(db);
  await sql`
    create table reservation (
      key text primary key,
      user_id bigint not null,
      credits bigint not null check (credits >= 0),
      charged bigint check (charged between 0 and credits),
      plugin_slug text,
      description text,
      created_at timestamptz not null,
      -- Of the host's time zone: the day and the month whose limits it counts for.
      day text not null
    )`.execute(db);
  await sql`
    create index reservation_open on reservation (created_at) where charged is null`.execute(db);
  await sql`create index reservation_user on reservation (user_id)`.execute(db);

  await sql`
    create table spending_limit (
      user_id bigint not null,
      -- Empty: all plugins of the account together.
      plugin_slug text not null,
      period text not null check (period in ('day', 'month')),
      credits bigint not null check (credits >= 0),
      primary key (user_id, plugin_slug, period)
    )`.execute(db);
  await sql`
    create table spending (
      user_id bigint not null,
      plugin_slug text not null,
      -- A day or a month of the host's time zone: 2026-01-05, 2026-01.
      period text not null,
      -- Reserved credits count in full until they are settled.
      credits bigint not null,
      primary key (user_id, plugin_slug, period)
    )`.execute(db);
  await sql`create index spending_period on spending (period)`.execute(db);

  await sql`
    create table credit_warning (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      balance bigint not null,
      threshold bigint not null,
      created_at timestamptz not null,
      -- When a node handed it to those who send mail.
      delivered_at timestamptz
    )`.execute(db);
  await sql`create index credit_warning_user on credit_warning (user_id)`.execute(db);
  await sql`
    create index credit_warning_waiting on credit_warning (id) where delivered_at is null`.execute(
    db,
  );
}

export const credits: Migration = { up };
