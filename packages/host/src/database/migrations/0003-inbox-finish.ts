import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The function that ends the handling of messages. It handles all messages that ended at the same time together, with
 * one statement for each table.
 *
 * The end of each start of a message is recorded once. A node that has lost the function's answer calls it again with
 * the same arguments. Meanwhile, the node may have the chat's lane for another message, or for a further start of this
 * one, so the lane alone does not show whether a call is a repetition: the function compares the number of starts too.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // Ends the handling of messages: they are done, tried again after some time, or set aside. It writes the attempts,
  // and hands out the next message of each chat, or releases the chat's lane. It does nothing for messages that were
  // deleted, have ended, or were handed out again since this start, or whose lane another node has claimed. It returns
  // a row for each message that it hands out, with the place of the ended message in the arguments.
  //
  // It locks the lanes in the order of the arguments. Each of its statements has a new snapshot (read committed), so
  // that the last one finds every message that was accepted before its lane was locked. The settings make the planner
  // look rows up by their keys, even if it plans while the tables are empty.
  await sql`
    create function inbox_finish_all(
      node_id text, of_messages bigint[], of_bots bigint[], of_chats text[], ends text[],
      starts_of int[], retries_ms float8[], codes text[], reasons text[], keep_lanes boolean[],
      starts_at float8[], handlers text[], traces text[], inputs_of text[], runs_of text[],
      media_sha256 text, media_bytes bytea
    ) returns table (
      place int, next_id bigint, content json, started int, failed int, is_first boolean
    )
    language plpgsql set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
    declare places int[];
    begin
      select array_agg(l.place) into places from (
        select g.place::int
          from unnest(of_bots, of_chats) with ordinality as g (bot, chat, place)
          join lane on lane.bot_id = g.bot and lane.chat = g.chat and lane.locked_by = node_id
        order by g.place for update of lane) l;
      if places is null then return; end if;

      -- After the lock, so that it sees the end that an earlier call has recorded. Written so that no partial
      -- index of waiting messages is used in the place of the key.
      with ended as (
        update message m set
            done_at = case when e.how = 'done' then clock_timestamp() end,
            aside_at = case when e.how = 'aside' then clock_timestamp() end,
            failures = m.failures + (e.how <> 'done')::int, error_code = e.code,
            error_message = e.reason
          from (
            select p as place, of_messages[p] as id, starts_of[p] as starts, ends[p] as how,
                codes[p] as code, reasons[p] as reason
              from unnest(places) p) e
          where m.id = e.id and m.starts = e.starts and coalesce(m.done_at, m.aside_at) is null
          returning e.place
      )
      select array_agg(ended.place order by ended.place) into places from ended;
      if places is null then return; end if;

      if media_sha256 is not null then
        insert into journal_media (sha256, bytes) values (media_sha256, media_bytes)
          on conflict (sha256) do update set used_at = clock_timestamp();
        insert into journal_media_use (call_id, sha256)
          select r.call_id, media_sha256 from unnest(places) p
            cross join json_to_recordset(runs_of[p]::json) as r (call_id text, version text)
            where r.version <> ''
          on conflict do nothing;
      end if;

      insert into message_attempt (message_id, number, ended, node, started_at, handled_by,
          error_code, error_message, trace, inputs)
        select of_messages[p], 1 + coalesce(
            (select max(a.number) from message_attempt a where a.message_id = of_messages[p]), 0),
          ends[p], node_id, to_timestamp(starts_at[p] / 1000), handlers[p], codes[p], reasons[p],
          traces[p], inputs_of[p]
        from unnest(places) p;
      insert into plugin_run
          (message_id, attempt, place, plugin, version, status, ms, sends, credits, gas)
        select of_messages[p],
          (select max(a.number) from message_attempt a where a.message_id = of_messages[p]),
          r.place, r.plugin, r.version, r.status, r.ms, r.sends, r.credits, r.gas
        from unnest(places) p
          cross join json_to_recordset(runs_of[p]::json) as r (
            place int, plugin text, version text, status text, ms float8, sends int, credits bigint,
            gas bigint);

      return query
        with next as materialized (
          select p as place, of_bots[p] as bot, of_chats[p] as chat, ends[p] = 'again' as is_again,
            keep_lanes[p] as keeps,
            case when ends[p] <> 'again' then (
              select w.id from message w
              where w.bot_id = of_bots[p] and w.chat = of_chats[p]
                and w.done_at is null and w.aside_at is null
              order by w.id limit 1) end as id
          from unnest(places) p
        ), gone as (
          delete from lane using next n
          where lane.bot_id = n.bot and lane.chat = n.chat and n.id is null and not n.is_again
        ), given_up as (
          update lane set locked_by = null,
              next_at = clock_timestamp() + coalesce(retries_ms[n.place], 0) * interval '1 ms'
            from next n
            where lane.bot_id = n.bot and lane.chat = n.chat
              and (n.is_again or n.id is not null and not n.keeps)
            -- Who tries again looks after that time.
            returning case when not n.is_again then pg_notify('inbox', n.bot::text)::text end
        )
        update message m set starts = m.starts + 1 from next n where m.id = n.id and n.keeps
          returning n.place, m.id, m.incoming, m.starts, m.failures,
            m.starts = 1 and m.retries = 0;
    end $$`.execute(db);
}

export const inboxFinish: Migration = { up };
