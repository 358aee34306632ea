import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What happened when messages were handled: a row for each time that a message was handed out and its
 * handling has ended, and one for each plugin that had a turn.
 *
 * They are written by the statement that ends the handling, so that a message costs no commit more.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // The newest messages of a bot.
  await sql`create index message_bot on message (bot_id, id)`.execute(db);
  // How often an operator has put it back after it had been set aside; its attempts are counted anew then.
  await sql`alter table message add column retries int not null default 0`.execute(db);
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
  // The newest runs of a version.
  await sql`create index plugin_run_version on plugin_run (plugin, version, message_id)`.execute(
    db,
  );

  // `inbox_finish`, and what happened in the attempt that ends, if this node still has the lane.
  await sql`
    create function inbox_finish_traced(
      of_message bigint, node_id text, retry_ms float8, code text, reason text, is_aside boolean,
      keep_lane boolean, attempt json, media_sha256 text, media_bytes bytea,
      out is_mine boolean, out next_id bigint, out content json, out started int, out failed int
    ) language plpgsql as $$
    declare attempt_number int;
    begin
      select f.* into is_mine, next_id, content, started, failed
        from inbox_finish(of_message, node_id, retry_ms, code, reason, is_aside, keep_lane) f;
      if not is_mine then return; end if;
      if media_sha256 is not null then
        insert into journal_media (sha256, bytes) values (media_sha256, media_bytes)
          on conflict (sha256) do update set used_at = clock_timestamp();
      end if;
      select coalesce(max(number), 0) + 1 into attempt_number
        from message_attempt where message_id = of_message;
      insert into message_attempt (message_id, number, ended, node, started_at, handled_by,
          error_code, error_message, trace, inputs)
        values (of_message, attempt_number,
          case when retry_ms is not null then 'again' when is_aside then 'aside' else 'done' end,
          node_id, to_timestamp((attempt->>'started_at')::float8 / 1000), attempt->>'handled_by',
          code, reason, attempt->>'trace', attempt->>'inputs');
      if media_sha256 is not null then
        insert into journal_media_use (call_id, sha256)
          select r.call_id, media_sha256
            from json_to_recordset(attempt->'runs') as r(call_id text, version text)
            where r.version <> ''
          on conflict do nothing;
      end if;
      insert into plugin_run
          (message_id, attempt, place, plugin, version, status, ms, sends, credits, gas)
        select of_message, attempt_number, r.place, r.plugin, r.version, r.status, r.ms, r.sends,
            r.credits, r.gas
          from json_to_recordset(attempt->'runs') as r(
            place int, plugin text, version text, status text, ms float8, sends int, credits bigint,
            gas bigint);
    end $$`.execute(db);
  // Puts a message that was set aside back into its chat, at its old place: before every message that
  // waits there, and after what is handled at this moment. The lock on the lane is that of `inbox_accept`.
  await sql`
    create function inbox_retry(of_message bigint) returns boolean language plpgsql as $$
    declare of_bot bigint; of_chat text;
    begin
      select bot_id, chat into of_bot, of_chat from message where id = of_message;
      if not found then return false; end if;
      insert into lane as l (bot_id, chat) values (of_bot, of_chat)
        on conflict (bot_id, chat) do update set next_at = l.next_at;
      update message set aside_at = null, starts = 0, failures = 0, retries = retries + 1
        where id = of_message and aside_at is not null;
      -- Without it, a lane that was made for nothing goes with its next claim.
      if not found then return false; end if;
      perform pg_notify('inbox', of_bot::text);
      return true;
    end $$`.execute(db);
  // How the waiting version did on the recorded runs of the published one.
  await sql`
    create table update_report (
      version_id bigint primary key references plugin_version on delete cascade,
      report json not null,
      made_at timestamptz not null default clock_timestamp()
    )`.execute(db);
}

export const messages: Migration = { up };
