import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Plugins with their versions, which never change, and the installations of bots. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plugin (
      id bigint generated always as identity primary key,
      slug text not null unique check (slug ~ '^[a-z0-9-]{2,64}$'),
      -- null: the plugin comes with the host, or its developer's account was deleted.
      developer_id bigint,
      status text not null check (status in ('pending', 'published', 'rejected', 'taken_down')),
      -- The version that is in the library and that new installations get.
      published_id bigint,
      -- What can change without a review.
      description text not null default '',
      icon text not null default '',
      readme text not null default '',
      repository_url text not null default '',
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      -- Comes with the host, whose process runs it; it has no developer and its versions no code.
      builtin boolean not null default false,
      -- Of the published version, for lists and searches.
      name text not null default '',
      category text not null default '',
      words text not null default '',
      check (not builtin or developer_id is null)
    )`.execute(db);
  await sql`create index plugin_developer on plugin (developer_id)`.execute(db);
  await sql`create index plugin_status on plugin (status)`.execute(db);
  await sql`
    create table plugin_version (
      id bigint generated always as identity primary key,
      plugin_id bigint not null references plugin on delete cascade,
      version text not null,
      sha256 text not null,
      code text not null,
      -- The form as it was sent, without code.
      record json not null,
      -- The form's words, and the file's where the form has none: name, permissions, config_schema …
      meta json not null,
      findings json not null,
      state text not null check (state in ('pending', 'approved', 'rejected', 'replaced')),
      reason text,
      created_at timestamptz not null default clock_timestamp(),
      reviewed_at timestamptz,
      reviewed_by bigint
    )`.execute(db);
  await sql`create index plugin_version_plugin on plugin_version (plugin_id, id)`.execute(db);
  // At most one version of a plugin waits for a review; a newer submission replaces it.
  await sql`
    create unique index plugin_version_pending on plugin_version (plugin_id)
      where state = 'pending'`.execute(db);
  await sql`
    create index plugin_version_reviewer on plugin_version (reviewed_by)
      where reviewed_by is not null`.execute(db);
  await sql`
    alter table plugin add foreign key (published_id) references plugin_version`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'a version of a plugin cannot be changed';
    end $$`.execute(db);
  await sql`
    create trigger plugin_version_immutable before update of plugin_id, version, sha256, code, record, meta
      on plugin_version for each row execute function refuse_change()`.execute(db);
  // How the waiting version behaved on the recorded runs of the published one.
  await sql`
    create table update_report (
      version_id bigint primary key references plugin_version on delete cascade,
      report json not null,
      made_at timestamptz not null default clock_timestamp()
    )`.execute(db);

  await sql`
    create table installation (
      id bigint generated always as identity primary key,
      bot_id bigint not null references bot on delete cascade,
      plugin_id bigint not null references plugin on delete cascade,
      -- The version that the owner has consented to.
      version_id bigint not null references plugin_version,
      enabled boolean not null default true,
      priority int check (priority between 0 and 1000),
      config json not null default '{}',
      -- The values of type password, as sealed JSON.
      sealed text,
      created_at timestamptz not null default clock_timestamp(),
      -- Among plugins of one priority; null comes last.
      position int,
      -- The permissions that the owner was shown, as JSON; null: those of the installed version.
      consented json,
      unique (bot_id, plugin_id)
    )`.execute(db);
  await sql`create index installation_plugin on installation (plugin_id)`.execute(db);
  await sql`create index installation_version on installation (version_id)`.execute(db);
}

export const plugins: Migration = { up };
