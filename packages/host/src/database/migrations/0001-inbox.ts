import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Messages, the lanes that keep their order, and the nodes that handle them.
 *
 * The functions are the inbox's operations, each one statement and so one commit for the host; that which ends
 * in "_all" does one for several messages. Every
 * statement in a volatile function sees what was committed before it began, which `finish` relies on: it
 * looks for further messages after it has locked the lane.
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
      unique (bot_id, platform_id)
    )`.execute(db);
  await sql`
    create index message_waiting on message (bot_id, chat, id)
      where done_at is null and aside_at is null`.execute(db);
  await sql`
    create index message_aside on message (bot_id, id) where aside_at is not null`.execute(db);
  await sql`
    create table lane (
      bot_id bigint not null,
      chat text not null,
      locked_by text,
      next_at timestamptz not null default clock_timestamp(),
      primary key (bot_id, chat)
    )`.execute(db);
  await sql`create index lane_next on lane (next_at)`.execute(db);

  // "do update" locks the lane of a chat that has one, also when nothing changes: without the lock, "finish"
  // could delete the lane between this insert and its commit, and the message would wait for ever. The
  // message's id is drawn after the lock, so that the ids of a chat are in the order of their commits.
  await sql`
    create function inbox_accept(
      of_bot bigint, exact_id text, of_chat text, content json, node_id text,
      out message_id bigint, out is_mine boolean
    ) language plpgsql as $$
    declare is_free boolean;
    begin
      insert into lane as l (bot_id, chat, locked_by) values (of_bot, of_chat, node_id)
        on conflict (bot_id, chat) do update set next_at = l.next_at
        returning xmax = 0 and node_id is not null, locked_by is null into is_mine, is_free;
      insert into message (bot_id, platform_id, chat, incoming, starts)
        values (of_bot, exact_id, of_chat, content, is_mine::int)
        on conflict (bot_id, platform_id) do nothing
        returning id into message_id;
      if message_id is null then
        -- A duplicate. A lane that was made for it goes again.
        if is_mine then delete from lane where bot_id = of_bot and chat = of_chat; end if;
        is_mine := false;
      elsif is_free then
        -- A node that has the lane looks for further messages itself. Commits with a notification wait for
        -- each other, so that there is none without need.
        perform pg_notify('inbox', of_bot::text);
      end if;
    end $$`.execute(db);
  await sql`
    create function inbox_accept_all(
      of_bots bigint[], exact_ids text[], of_chats text[], contents text[], node_ids text[]
    ) returns table (message_id bigint, is_mine boolean) language plpgsql as $$
    declare given record;
    begin
      for given in
        select * from unnest(of_bots, exact_ids, of_chats, contents, node_ids)
          as t (bot, exact_id, chat, content, node)
      loop
        select a.message_id, a.is_mine into message_id, is_mine
          from inbox_accept(given.bot, given.exact_id, given.chat, given.content::json, given.node) a;
        return next;
      end loop;
    end $$`.execute(db);

  // Lanes of nodes whose lease has expired are free. "skip locked" passes over those that another node
  // claims at this moment, or that a message is just accepted into: its notification comes after.
  await sql`
    create function inbox_claim(of_bots bigint[], node_id text, most int)
    returns table (message_id bigint, message_bot bigint, content json, started int, failed int)
    language plpgsql as $$
    declare claimed record;
    begin
      for claimed in
        update lane set locked_by = node_id
        where (bot_id, chat) in (
          select l.bot_id, l.chat from lane l
          where l.bot_id = any(of_bots) and l.next_at <= clock_timestamp()
            and (l.locked_by is null or not exists (
              select from node n where n.id = l.locked_by and n.expires_at > clock_timestamp()))
          order by l.next_at limit most for update skip locked)
        returning lane.bot_id, lane.chat
      loop
        return query
          update message m set starts = m.starts + 1
          where m.id = (
            select w.id from message w
            where w.bot_id = claimed.bot_id and w.chat = claimed.chat
              and w.done_at is null and w.aside_at is null
            order by w.id limit 1)
          returning m.id, m.bot_id, m.incoming, m.starts, m.failures;
        if not found then
          delete from lane d where d.bot_id = claimed.bot_id and d.chat = claimed.chat;
        end if;
      end loop;
    end $$`.execute(db);

  // Ends the handling of a message: done, to be tried again after some time, or set aside. Then hands out
  // the chat's next one, or gives up the lane. "is_mine" is false when another node has taken the lane.
  await sql`
    create function inbox_finish(
      of_message bigint, node_id text, retry_ms float8, code text, reason text, is_aside boolean,
      keep_lane boolean,
      out is_mine boolean, out next_id bigint, out content json, out started int, out failed int
    ) language plpgsql as $$
    declare of_bot bigint; of_chat text;
    begin
      select bot_id, chat into of_bot, of_chat from message where id = of_message;
      perform from lane where bot_id = of_bot and chat = of_chat and locked_by = node_id for update;
      is_mine := found;
      if not is_mine then return; end if;
      if retry_ms is not null then
        update message set failures = failures + 1, error_code = code, error_message = reason
          where id = of_message;
        update lane set locked_by = null, next_at = clock_timestamp() + retry_ms * interval '1 ms'
          where bot_id = of_bot and chat = of_chat;
        return;
      end if;
      if is_aside then
        update message set aside_at = clock_timestamp(), failures = failures + 1,
          error_code = code, error_message = reason where id = of_message;
      else
        update message set done_at = clock_timestamp(), error_code = null, error_message = null
          where id = of_message;
      end if;
      select w.id into next_id from message w
        where w.bot_id = of_bot and w.chat = of_chat and w.done_at is null and w.aside_at is null
        order by w.id limit 1;
      if next_id is null then
        delete from lane where bot_id = of_bot and chat = of_chat;
      elsif keep_lane then
        update message m set starts = m.starts + 1 where m.id = next_id
          returning m.incoming, m.starts, m.failures into content, started, failed;
      else
        update lane set locked_by = null, next_at = clock_timestamp()
          where bot_id = of_bot and chat = of_chat;
        next_id := null;
        perform pg_notify('inbox', of_bot::text);
      end if;
    end $$`.execute(db);
}

export const inbox: Migration = { up };
