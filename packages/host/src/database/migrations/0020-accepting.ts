import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isRecord } from "@botwright/core";
import { shownText } from "../../messages/shown-text.ts";

/**
 * What lists show of a message is a column, so that they read no document, of which each may have a mebibyte. And a
 * chat has a bound of messages that wait: what is accepted beyond it is set aside at once.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message
      add column type text not null default 'text',
      -- Its beginning, with what a text cannot hold escaped.
      add column shown text not null default ''`.execute(db);
  await fillShown(db);
  await sql`drop function inbox_accept_all`.execute(db);
  await sql`drop function inbox_accept`.execute(db);

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
}

/** Messages that are read at once. */
const AT_ONCE = 200;

/** Reads the documents here: PostgreSQL's JSON functions fail at NUL and lone surrogates. */
async function fillShown(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; incoming: string }>`
      select id, incoming from message where id > ${after} order by id limit ${AT_ONCE}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const messages = rows.map(({ incoming }) => messageIn(JSON.parse(incoming)));
    await sql`
      update message m set type = f.type, shown = f.shown
      from unnest(
        ${rows.map(({ id }) => id)}::bigint[], ${messages.map(({ type }) => type)}::text[],
        ${messages.map(({ text }) => shownText(text))}::text[]) as f (id, type, shown)
      where m.id = f.id`.execute(db);
  }
}

/** Type and text of a stored message. */
function messageIn(incoming: unknown): { readonly type: string; readonly text: string } {
  const message = memberOf(incoming, "message");
  const [type, text] = [memberOf(message, "type"), memberOf(message, "text")];
  return {
    type: typeof type === "string" ? type : "text",
    text: typeof text === "string" ? text : "",
  };
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

export const accepting: Migration = { up };
