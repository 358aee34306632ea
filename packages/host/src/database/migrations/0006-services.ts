import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The services besides storage and credits: allowances, rate limits, the cache of searches, credentials, and the log of
 * uses with their costs.
 *
 * An operation that reads and then writes is a function, so that it is one statement. It first locks the row of its
 * key, so that operations on one key run one after the other. The tables of rate limits and of the cache are unlogged,
 * which makes them several times faster. After a crash of the database they are empty, which loses only the events of
 * one window and answers that can be requested again.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // The name of a counter begins with what it counts and the account's id: in the byte order of collate "C", the
  // counters of one account are one range of the primary key.
  await sql`
    create table usage_counter (counter text collate "C" primary key, count int not null)`.execute(
    db,
  );
  await sql`
    create table usage_event (
      counter text collate "C" not null, id text not null, before int not null, primary key (counter, id)
    )`.execute(db);
  // Counts an event, once per id, and returns the number of events before it; a repeated id gets the same number.
  await sql`
    create function usage_add(of_counter text, of_id text) returns int language plpgsql as $$
    declare known int; counted int;
    begin
      insert into usage_counter as c (counter, count) values (of_counter, 0)
        on conflict (counter) do update set count = c.count returning count into counted;
      select before into known from usage_event where counter = of_counter and id = of_id;
      if found then return known; end if;
      insert into usage_event (counter, id, before) values (of_counter, of_id, counted);
      update usage_counter set count = count + 1 where counter = of_counter;
      return counted;
    end $$`.execute(db);
  await sql`
    create function usage_remove(of_counter text, of_id text) returns void language plpgsql as $$
    begin
      perform from usage_counter where counter = of_counter for update;
      delete from usage_event where counter = of_counter and id = of_id;
      if found then
        update usage_counter set count = count - 1 where counter = of_counter;
      end if;
    end $$`.execute(db);

  // Column times: the times of a key's events, in milliseconds, oldest first.
  await sql`
    create unlogged table rate_window (
      key text primary key, times bigint[] not null, expires_at bigint not null
    )`.execute(db);
  await sql`create index rate_window_expires on rate_window (expires_at)`.execute(db);
  // A sliding window: records an event and returns null if fewer than "most" events are younger than the window. Else
  // it returns the milliseconds until the next event is allowed.
  await sql`
    create function rate_take(of_key text, most int, window_ms bigint, at bigint) returns bigint
    language plpgsql as $$
    declare recent bigint[];
    begin
      insert into rate_window as r (key, times, expires_at) values (of_key, '{}', at + window_ms)
        on conflict (key) do update set expires_at = r.expires_at returning times into recent;
      recent := array(select t from unnest(recent) t where t > at - window_ms);
      if cardinality(recent) >= most then
        return coalesce(recent[cardinality(recent) - most + 1], at) + window_ms - at;
      end if;
      update rate_window set times = recent || at, expires_at = at + window_ms where key = of_key;
      return null;
    end $$`.execute(db);
  await sql`
    create unlogged table cache (
      key text primary key, json text not null, expires_at bigint not null
    )`.execute(db);
  await sql`create index cache_expires on cache (expires_at)`.execute(db);

  await sql`
    create table platform_credentials (
      id uuid primary key,
      user_id bigint not null,
      platform text not null,
      sealed text not null,
      is_default boolean not null default false,
      created_at timestamptz not null,
      name text not null default ''
    )`.execute(db);
  await sql`
    create index platform_credentials_user on platform_credentials (user_id, platform)`.execute(db);
  await sql`
    create unique index platform_credentials_default on platform_credentials (user_id, platform)
      where is_default`.execute(db);

  await sql`
    create table service_use (
      id bigint generated always as identity primary key,
      type text not null,
      user_id bigint not null,
      plugin_slug text not null,
      created_at timestamptz not null,
      details json not null,
      bot_id bigint,
      -- The platform's exact id of the message that the plugin handled.
      message_id text,
      effect_key text,
      -- The key of the rows in the ledger.
      charge_key text,
      model text,
      prompt_tokens bigint,
      completion_tokens bigint,
      credits bigint not null default 0
    )`.execute(db);
  await sql`create index service_use_type on service_use (type, id)`.execute(db);
  await sql`create index service_use_user on service_use (user_id, id)`.execute(db);
  // For the report of a day's searches.
  await sql`
    create index service_use_search on service_use (created_at) where type = 'search'`.execute(db);
  await sql`create unique index service_use_effect on service_use (effect_key)`.execute(db);
  await sql`create index service_use_day on service_use (user_id, created_at)`.execute(db);
  await sql`create index service_use_created on service_use (created_at)`.execute(db);
  await sql`
    create index service_use_credentials on service_use (user_id) where type = 'credentials'`.execute(
    db,
  );
}

export const services: Migration = { up };
