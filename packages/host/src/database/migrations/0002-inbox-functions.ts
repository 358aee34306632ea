import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The functions that accept messages and hand them out. The host calls each by one statement, and so with one commit;
 * `inbox_accept_all` accepts several messages at once.
 *
 * The number of waiting messages of a chat is bounded: further messages are set aside when they are accepted. When
 * chats are claimed, the bots take turns, so that the chats of one bot do not keep those of all others waiting.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // "do update" locks the lane if the chat has one, although nothing changes. Without the lock, "inbox_finish_all"
  // could delete the lane between this insert and its commit, and the message would wait for ever. Under the lock, the
  // message gets its id, so that the ids of a chat are in the order of their commits, and the waiting messages are
  // counted.
  //
  // They are counted only if the chat already had a lane. The count reads the index of waiting messages, at most up to
  // the bound.
  await sql`
    create function inbox_accept(
      of_bot bigint, exact_id text, of_chat text, content json, of_type text, of_shown text,
      node_id text, most int, code text, reason text,
      out message_id bigint, out is_mine boolean, out is_aside boolean
    ) language plpgsql
      set enable_seqscan = off set enable_bitmapscan = off
    as $$
    declare is_new boolean; is_free boolean;
    begin
      insert into lane as l (bot_id, chat, locked_by) values (of_bot, of_chat, node_id)
        on conflict (bot_id, chat) do update set next_at = l.next_at
        returning xmax = 0, locked_by is null into is_new, is_free;
      is_mine := is_new and node_id is not null;
      is_aside := not is_new and exists (
        select from message m
        where m.bot_id = of_bot and m.chat = of_chat and m.done_at is null and m.aside_at is null
        order by m.id offset most - 1 limit 1);
      insert into message as m (
          bot_id, platform_id, chat, incoming, type, shown, starts,
          aside_at, error_code, error_message)
        values (of_bot, exact_id, of_chat, content, of_type, of_shown, is_mine::int,
          case when is_aside then clock_timestamp() end,
          case when is_aside then code end, case when is_aside then reason end)
        on conflict (bot_id, platform_id) do nothing
        returning m.id into message_id;
      if message_id is null then
        -- A duplicate. A lane that was made for it goes again.
        if is_mine then delete from lane where bot_id = of_bot and chat = of_chat; end if;
        is_mine := false;
        is_aside := false;
      elsif is_free and not is_aside then
        -- A node that has the lane looks for further messages itself. Commits with a notification wait for
        -- each other, so that there is none without need.
        perform pg_notify('inbox', of_bot::text);
      end if;
    end $$`.execute(db);
  await sql`
    create function inbox_accept_all(
      of_bots bigint[], exact_ids text[], of_chats text[], contents text[], types text[],
      shown_of text[], node_ids text[], most int, code text, reason text
    ) returns table (message_id bigint, is_mine boolean, is_aside boolean) language plpgsql as $$
    declare given record;
    begin
      for given in
        select * from unnest(of_bots, exact_ids, of_chats, contents, types, shown_of, node_ids)
          as t (bot, exact_id, chat, content, type, shown, node)
      loop
        select a.message_id, a.is_mine, a.is_aside into message_id, is_mine, is_aside
          from inbox_accept(
            given.bot, given.exact_id, given.chat, given.content::json, given.type, given.shown,
            given.node, most, code, reason) a;
        return next;
      end loop;
    end $$`.execute(db);

  // Claims lanes, first of the bots of which the node holds the fewest ("held"), and of each bot at most as many as it
  // has room for ("rooms"). Of each bot, it reads at most that many free lanes, however many wait, and the locked lanes
  // before them.
  //
  // Lanes of nodes whose lease has expired are free. "skip locked" skips the lanes that another node claims at this
  // moment, and those into which a message is being accepted, for which a notification follows. The settings make the
  // planner use an index, even if it plans while the table is empty.
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

  // Puts a message that was set aside back into its chat, at its old place: before every message that waits there, and
  // after the message that is being handled. It locks the lane as `inbox_accept` does.
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
}

export const inboxFunctions: Migration = { up };
