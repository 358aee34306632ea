import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What plugins are handed: their values, credits, allowances, limits, the cache of searches, credentials and
 * the log of uses. An operation that reads and then writes is a function, so that it is one statement; it
 * locks the row of its account or key first, so that operations on one account follow one another.
 *
 * The tables of limits and of the cache are unlogged: after a crash of the database they are empty, which
 * forgets at most a window's events and what can be asked again, and makes them several times faster.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage_account (user_id bigint primary key, bytes bigint not null)`.execute(db);
  await sql`
    create table storage_value (
      user_id bigint not null,
      plugin_slug text not null,
      -- Keys as the inside of a JSON text, because a key may hold characters that a text cannot.
      key text not null,
      json text not null,
      bytes int not null,
      position bigint generated always as identity,
      primary key (user_id, plugin_slug, key)
    )`.execute(db);
  // The results of changes by the keys of their effects: see StoreEffect.
  await sql`
    create table storage_effect (
      key text primary key,
      status text not null,
      made_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index storage_effect_made on storage_effect (made_at)`.execute(db);
  await sql`
    create function storage_write(
      of_user bigint, of_slug text, of_key text, new_json text, new_bytes int, max_bytes bigint,
      has_condition boolean, if_json text, effect text, is_final boolean,
      out status text, out total bigint, out is_repeated boolean
    ) language plpgsql as $$
    declare old_json text; old_bytes int; used bigint;
    begin
      insert into storage_account as a (user_id, bytes) values (of_user, 0)
        on conflict (user_id) do update set bytes = a.bytes returning bytes into used;
      select e.status into status from storage_effect e where e.key = effect;
      is_repeated := found;
      if is_repeated then return; end if;
      select v.json, v.bytes into old_json, old_bytes from storage_value v
        where v.user_id = of_user and v.plugin_slug = of_slug and v.key = of_key;
      if has_condition and old_json is distinct from if_json then
        status := 'changed';
        if is_final then insert into storage_effect (key, status) values (effect, status); end if;
        return;
      end if;
      total := used - coalesce(old_bytes, 0) + new_bytes;
      if total > max_bytes then status := 'quota-exceeded'; return; end if;
      insert into storage_value (user_id, plugin_slug, key, json, bytes)
        values (of_user, of_slug, of_key, new_json, new_bytes)
        on conflict (user_id, plugin_slug, key)
        do update set json = excluded.json, bytes = excluded.bytes;
      update storage_account set bytes = total where user_id = of_user;
      status := 'written';
      if effect is not null then
        insert into storage_effect (key, status) values (effect, status);
      end if;
    end $$`.execute(db);
  await sql`
    create function storage_delete(of_user bigint, of_slug text, of_key text, effect text)
    returns void language plpgsql as $$
    declare freed bigint;
    begin
      perform from storage_account where user_id = of_user for update;
      if effect is not null then
        insert into storage_effect (key, status) values (effect, 'written') on conflict do nothing;
        if not found then return; end if;
      end if;
      with gone as (
        delete from storage_value v
        where v.user_id = of_user and v.plugin_slug = of_slug and (of_key is null or v.key = of_key)
        returning v.bytes)
      select sum(bytes) into freed from gone;
      update storage_account set bytes = bytes - freed where user_id = of_user and freed > 0;
    end $$`.execute(db);

  await sql`
    create table credit_account (
      user_id bigint primary key,
      balance bigint not null check (balance >= 0)
    )`.execute(db);
  await sql`
    create table credit_row (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      kind text not null check (kind in ('deposit', 'withdrawal', 'reservation', 'settlement')),
      key text not null,
      credits bigint not null,
      plugin_slug text,
      description text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index credit_row_user on credit_row (user_id, id)`.execute(db);
  await sql`
    create unique index credit_row_moved on credit_row (key)
      where kind in ('deposit', 'withdrawal')`.execute(db);
  await sql`
    create table reservation (
      key text primary key,
      user_id bigint not null,
      credits bigint not null check (credits >= 0),
      charged bigint check (charged between 0 and credits),
      plugin_slug text,
      description text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create index reservation_open on reservation (created_at) where charged is null`.execute(db);
  await sql`
    create function credit_move(
      of_user bigint, of_key text, amount bigint, slug text, what text, at timestamptz
    ) returns boolean language plpgsql as $$
    declare after bigint;
    begin
      insert into credit_account as a (user_id, balance) values (of_user, 0)
        on conflict (user_id) do update set balance = a.balance;
      if exists (select from credit_row r where r.key = of_key and r.kind in ('deposit', 'withdrawal'))
        then return true; end if;
      update credit_account set balance = balance + amount
        where user_id = of_user and balance + amount between 0 and 9007199254740991
        returning balance into after;
      if after is null then return false; end if;
      insert into credit_row (user_id, kind, key, credits, plugin_slug, description, created_at)
        values (of_user, case when amount < 0 then 'withdrawal' else 'deposit' end, of_key, amount,
          slug, what, at);
      return true;
    end $$`.execute(db);
  await sql`
    create function credit_reserve(
      of_user bigint, of_key text, amount bigint, slug text, what text, at timestamptz
    ) returns setof reservation language plpgsql as $$
    begin
      insert into credit_account as a (user_id, balance) values (of_user, 0)
        on conflict (user_id) do update set balance = a.balance;
      return query select * from reservation r where r.key = of_key;
      if found then return; end if;
      update credit_account set balance = balance - amount
        where user_id = of_user and balance >= amount;
      if not found then return; end if;
      insert into credit_row (user_id, kind, key, credits, plugin_slug, description, created_at)
        values (of_user, 'reservation', of_key, -amount, slug, what, at);
      return query insert into reservation (key, user_id, credits, plugin_slug, description, created_at)
        values (of_key, of_user, amount, slug, what, at) returning *;
    end $$`.execute(db);
  await sql`
    create function credit_settle(of_key text, cost bigint, at timestamptz)
    returns setof reservation language plpgsql as $$
    declare held reservation;
    begin
      select * into held from reservation r where r.key = of_key for update;
      if not found then return; end if;
      if held.charged is null then
        held.charged := least(cost, held.credits);
        update reservation r set charged = held.charged where r.key = of_key;
        update credit_account set balance = balance + held.credits - held.charged
          where user_id = held.user_id;
        insert into credit_row (user_id, kind, key, credits, plugin_slug, description, created_at)
          values (held.user_id, 'settlement', of_key, held.credits - held.charged,
            held.plugin_slug, held.description, at);
      end if;
      return next held;
    end $$`.execute(db);

  await sql`
    create table usage_counter (counter text primary key, count int not null)`.execute(db);
  await sql`
    create table usage_event (
      counter text not null, id text not null, before int not null, primary key (counter, id)
    )`.execute(db);
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

  // The times of a key's events, in milliseconds, oldest first.
  await sql`
    create unlogged table rate_window (
      key text primary key, times bigint[] not null, expires_at bigint not null
    )`.execute(db);
  await sql`create index rate_window_expires on rate_window (expires_at)`.execute(db);
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
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create index platform_credentials_user on platform_credentials (user_id, platform)`.execute(db);
  await sql`
    create table service_use (
      id bigint generated always as identity primary key,
      type text not null,
      user_id bigint not null,
      plugin_slug text not null,
      created_at timestamptz not null,
      details json not null
    )`.execute(db);
  await sql`create index service_use_type on service_use (type, id)`.execute(db);
  await sql`create index service_use_user on service_use (user_id, id)`.execute(db);
}

export const services: Migration = { up };
