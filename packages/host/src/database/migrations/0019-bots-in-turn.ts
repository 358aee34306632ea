import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Bots take turns when chats are claimed. Before, the chat that had waited longest came first, so that a bot with
 * many chats kept those of all others waiting.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function inbox_claim`.execute(db);
  await sql`create index lane_turn on lane (bot_id, next_at)`.execute(db);
  await sql`drop index lane_next`.execute(db);

  // Claims the lanes of the bots that have the fewest already, of each at most those that it has room for. It
  // reads no more lanes of a bot than that, however many wait, and those that are locked.
  //
  // Lanes of nodes whose lease has expired are free. "skip locked" passes over those that another node
  // claims at this moment, or that a message is just accepted into: its notification comes after. Lanes are
  // looked up by an index, also by a plan that was made while the table was empty.
  await sql`
    create function inbox_claim(
      of_bots bigint[], held int[], rooms int[], node_id text, most int
    ) returns table (
      message_id bigint, message_bot bigint, content json, started int, failed int, is_first boolean
    )
    language plpgsql set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_bitmapscan = off
      set enable_hashjoin = off set enable_mergejoin = off
    as $$
    declare
      claimed record;
      -- Read once, so that chats that are tried again later are not even read.
      until timestamptz := clock_timestamp();
    begin
      for claimed in
        with chosen as materialized (
          select t.bot_id, t.chat from unnest(of_bots, held, rooms) as b (id, has, room)
            cross join lateral (
              select l.bot_id, l.chat, l.next_at, row_number() over (order by l.next_at) as turn
              from lane l
              where l.bot_id = b.id and l.next_at <= until
                and (l.locked_by is null or not exists (
                  select from node n where n.id = l.locked_by and n.expires_at > clock_timestamp()))
              order by l.next_at limit least(b.room, most)) t
            order by b.has + t.turn, t.next_at limit most
        ), free as materialized (
          select l.bot_id, l.chat from chosen c
            join lane l on l.bot_id = c.bot_id and l.chat = c.chat
          where l.next_at <= until
            and (l.locked_by is null or not exists (
              select from node n where n.id = l.locked_by and n.expires_at > clock_timestamp()))
          for update of l skip locked
        )
        update lane set locked_by = node_id from free f
          where lane.bot_id = f.bot_id and lane.chat = f.chat
          returning lane.bot_id, lane.chat
      loop
        return query
          update message m set starts = m.starts + 1
          where m.id = (
            select w.id from message w
            where w.bot_id = claimed.bot_id and w.chat = claimed.chat
              and w.done_at is null and w.aside_at is null
            order by w.id limit 1)
          returning m.id, m.bot_id, m.incoming, m.starts, m.failures,
            m.starts = 1 and m.retries = 0;
        if not found then
          delete from lane d where d.bot_id = claimed.bot_id and d.chat = claimed.chat;
        end if;
      end loop;
    end $$`.execute(db);
}

export const botsInTurn: Migration = { up };
