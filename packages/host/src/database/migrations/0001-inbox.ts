import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Tables of messages, of lanes, which keep the order of each chat, and of nodes. `message_attempt` has a row for each
 * attempt to handle a message that has ended, and `plugin_run` one for each plugin that ran in it. The statement that
 * ends the attempt writes both, so that they cost no further commit.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node (
      id text primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table message (
      id bigint generated always as identity primary key,
      bot_id bigint not null,
      platform_id text not null,
      chat text not null,
      incoming json not null,
      received_at timestamptz not null default clock_timestamp(),
      starts int not null default 0,
      failures int not null default 0,
      done_at timestamptz,
      aside_at timestamptz,
      error_code text,
      error_message text,
      -- How often an operator has put it back after it had been set aside; its attempts are counted anew then.
      retries int not null default 0,
      -- What lists show of a message, so that they read no document, of which each may have a mebibyte.
      type text not null default 'text',
      -- Its beginning, with what a text cannot hold escaped.
      shown text not null default '',
      unique (bot_id, platform_id)
    )`.execute(db);
  await sql`
    create index message_waiting on message (bot_id, chat, id)
      where done_at is null and aside_at is null`.execute(db);
  await sql`
    create index message_aside on message (bot_id, id) where aside_at is not null`.execute(db);
  await sql`create index message_done on message (done_at) where done_at is not null`.execute(db);
  // For lists of the newest messages of a bot.
  await sql`create index message_bot on message (bot_id, id)`.execute(db);
  // For lists of the messages of one chat. The index has the chat's hash instead of the chat, so that the inbox's
  // statements cannot use it. While the planner has no statistics, it might use an index with the chat to find the
  // waiting messages of a chat, and then read all handled messages of the chat too.
  await sql`
    create index message_bot_chat on message (bot_id, hashtextextended(chat, 0), id)`.execute(db);
  await sql`
    create table lane (
      bot_id bigint not null,
      chat text not null,
      locked_by text,
      next_at timestamptz not null default clock_timestamp(),
      primary key (bot_id, chat)
    )`.execute(db);
  await sql`create index lane_turn on lane (bot_id, next_at)`.execute(db);

  await sql`
    create table message_attempt (
      message_id bigint not null references message on delete cascade,
      number int not null,
      ended text not null check (ended in ('done', 'again', 'aside')),
      node text not null,
      started_at timestamptz,
      ended_at timestamptz not null default clock_timestamp(),
      handled_by text,
      error_code text,
      error_message text,
      -- MessageTrace without arguments and answers, which are in the journal, as sealed JSON.
      trace text,
      -- RunInputs as sealed JSON: what the runs depended on beside their journals.
      inputs text,
      primary key (message_id, number)
    )`.execute(db);
  await sql`create index message_attempt_ended on message_attempt (ended_at)`.execute(db);
  await sql`
    create table plugin_run (
      message_id bigint not null,
      attempt int not null,
      place int not null,
      plugin text not null,
      -- SHA-256 of the source; empty for a trusted function.
      version text not null,
      status text not null,
      ms double precision not null,
      sends int not null,
      credits bigint not null,
      gas bigint,
      primary key (message_id, attempt, plugin),
      foreign key (message_id, attempt) references message_attempt on delete cascade
    )`.execute(db);
  // For lists of the newest runs of a version.
  await sql`create index plugin_run_version on plugin_run (plugin, version, message_id)`.execute(
    db,
  );
}

export const inbox: Migration = { up };
