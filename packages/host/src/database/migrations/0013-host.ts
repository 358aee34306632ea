import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Tables of the host as a whole: settings of administrators, maintenance jobs, deletions, and events of the sandboxes.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table host_setting (
      key text primary key,
      value json not null,
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  // Jobs that only one node runs at a time.
  await sql`
    create table maintenance (name text primary key, started_at timestamptz not null)`.execute(db);
  // Accounts and bots that were deleted in the last day. Rows that are written for them after that are deleted too.
  await sql`
    create table deletion (
      kind text not null check (kind in ('account', 'bot')),
      id bigint not null,
      deleted_at timestamptz not null default clock_timestamp(),
      primary key (kind, id)
    )`.execute(db);
  // Failures and limits that plugins caused in the sandboxes of all nodes, for the health page.
  await sql`
    create table sandbox_event (
      id bigint generated always as identity primary key,
      node text not null,
      type text not null check (type in ('worker-lost', 'slow', 'struck', 'quarantined')),
      -- null for a worker that was lost: which plugin did it is the event that follows.
      plugin_slug text,
      version text,
      -- Of a lost worker: crashed or hung; of a slow plugin: the budget.
      reason text,
      strikes int,
      -- Until when the plugin is slow or quarantined.
      until_at timestamptz,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index sandbox_event_created on sandbox_event (created_at)`.execute(db);
  await sql`
    create index sandbox_event_until on sandbox_event (until_at) where until_at is not null`.execute(
    db,
  );
}

export const host: Migration = { up };
