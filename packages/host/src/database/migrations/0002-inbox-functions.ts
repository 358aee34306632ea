import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * How messages enter the inbox and are handed out. Each operation is one statement and so one commit for the host;
 * that which ends in "_all" does one for several messages.
 *
 * A chat has a bound of messages that wait: what is accepted beyond it is set aside at once. Bots take turns when chats
 * are claimed, so that one with many chats does not keep those of all others waiting.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // "do update" locks the lane of a chat that has one, also when nothing changes: without the lock, "finish"
  // could delete the lane between this insert and its commit, and the message would wait for ever. The
  // message's id is drawn after the lock, so that the ids of a chat are in the order of their commits, and the
  // messages that wait are counted under it.
  //
  // Only a chat that has a lane is counted: the index gives its messages one after another, up to the bound.
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
}

export const inboxFunctions: Migration = { up };
