import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Spending limits and warnings of credits, the log of uses with what each cost, and what retention and the
 * deletion of accounts need.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await addLimits(db);
  await addWarnings(db);
  await addLedgerFunctions(db);
  await addUsage(db);
  await addRetention(db);
}

/** What was spent by period, beside the limits: the ledger's functions keep both under the account's lock. */
async function addLimits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spending_limit (
      user_id bigint not null,
      -- Empty: all plugins of the account together.
      plugin_slug text not null,
      period text not null check (period in ('day', 'month')),
      credits bigint not null check (credits >= 0),
      primary key (user_id, plugin_slug, period)
    )`.execute(db);
  await sql`
    create table spending (
      user_id bigint not null,
      plugin_slug text not null,
      -- A day or a month of the host's time zone: 2026-01-05, 2026-01.
      period text not null,
      -- Reserved credits count in full until they are settled.
      credits bigint not null,
      primary key (user_id, plugin_slug, period)
    )`.execute(db);
  await sql`create index spending_period on spending (period)`.execute(db);
  await sql`alter table reservation add column day text`.execute(db);
  await sql`
    update reservation set day = to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`.execute(db);
  await sql`alter table reservation alter column day set not null`.execute(db);
  await sql`create index reservation_user on reservation (user_id)`.execute(db);
  await sql`
    insert into spending (user_id, plugin_slug, period, credits)
    select r.user_id, s.slug, left(r.day, p.length), sum(coalesce(r.charged, r.credits))
    from reservation r
      cross join lateral (
        select '' as slug union select r.plugin_slug where r.plugin_slug is not null) s
      cross join (values (10), (7)) p (length)
    group by 1, 2, 3`.execute(db);
  await sql`
    create function spending_add(of_user bigint, slug text, of_day text, amount bigint)
    returns void language sql as $$
      insert into spending as s (user_id, plugin_slug, period, credits)
      select of_user, one.slug, left(of_day, p.length), amount
      from (select '' as slug union select slug where slug is not null) one
        cross join (values (10), (7)) p (length)
      order by 2, 3
      on conflict (user_id, plugin_slug, period) do update set credits = s.credits + excluded.credits
    $$`.execute(db);
}

async function addWarnings(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_account
      -- The owner is warned when the credits fall below it.
      add column warn_below bigint check (warn_below >= 0),
      add column is_low boolean not null default false`.execute(db);
  await sql`
    create table credit_warning (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      balance bigint not null,
      threshold bigint not null,
      created_at timestamptz not null,
      -- When a node handed it to those who send mail.
      delivered_at timestamptz
    )`.execute(db);
  await sql`create index credit_warning_user on credit_warning (user_id)`.execute(db);
  await sql`
    create index credit_warning_waiting on credit_warning (id) where delivered_at is null`.execute(
    db,
  );
  // Open reservations count as the account's own, so that a call whose largest possible cost is reserved
  // for a moment warns of nothing.
  await sql`
    create function credit_check_low(of_user bigint, at timestamptz) returns void
    language plpgsql as $$
    declare account credit_account; own bigint;
    begin
      select * into account from credit_account where user_id = of_user for update;
      if account.warn_below is null and not account.is_low then return; end if;
      select account.balance + coalesce(sum(credits), 0) into own from reservation
        where user_id = of_user and charged is null;
      if (own < account.warn_below) is not true then
        update credit_account set is_low = false where user_id = of_user and is_low;
      elsif not account.is_low then
        update credit_account set is_low = true where user_id = of_user;
        insert into credit_warning (user_id, balance, threshold, created_at)
          values (of_user, own, account.warn_below, at);
        perform pg_notify('credit_warning', '');
      end if;
    end $$`.execute(db);
}

async function addLedgerFunctions(db: Kysely<unknown>): Promise<void> {
  // The administrator who made a movement.
  await sql`alter table credit_row add column actor_id bigint`.execute(db);
  await sql`
    create index credit_row_actor on credit_row (actor_id) where actor_id is not null`.execute(db);
  await sql`
    create or replace function credit_move(
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
      perform credit_check_low(of_user, at);
      return true;
    end $$`.execute(db);
  await sql`drop function credit_reserve(bigint, text, bigint, text, text, timestamptz)`.execute(
    db,
  );
  await sql`
    create function credit_reserve(
      of_user bigint, of_key text, amount bigint, slug text, what text, of_day text, at timestamptz,
      out status text, out made reservation, out reached spending_limit
    ) language plpgsql as $$
    begin
      insert into credit_account as a (user_id, balance) values (of_user, 0)
        on conflict (user_id) do update set balance = a.balance;
      select * into made from reservation r where r.key = of_key;
      status := 'reserved';
      if found then return; end if;
      if not exists (select from credit_account where user_id = of_user and balance >= amount) then
        status := 'too-few-credits';
        return;
      end if;
      select l.* into reached from spending_limit l
        left join spending s on s.user_id = l.user_id and s.plugin_slug = l.plugin_slug
          and s.period = left(of_day, case l.period when 'day' then 10 else 7 end)
        where l.user_id = of_user and l.plugin_slug in ('', coalesce(slug, ''))
          and coalesce(s.credits, 0) + amount > l.credits
        order by l.plugin_slug, l.period limit 1;
      if found then status := 'over-limit'; return; end if;
      update credit_account set balance = balance - amount where user_id = of_user;
      insert into credit_row (user_id, kind, key, credits, plugin_slug, description, created_at)
        values (of_user, 'reservation', of_key, -amount, slug, what, at);
      perform spending_add(of_user, slug, of_day, amount);
      insert into reservation (key, user_id, credits, plugin_slug, description, day, created_at)
        values (of_key, of_user, amount, slug, what, of_day, at) returning * into made;
    end $$`.execute(db);
  await sql`
    create or replace function credit_settle(of_key text, cost bigint, at timestamptz)
    returns setof reservation language plpgsql as $$
    declare held reservation;
    begin
      -- The account first, as everywhere, so that two that wait for each other cannot be.
      perform from credit_account a
        where a.user_id = (select r.user_id from reservation r where r.key = of_key) for update;
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
        perform spending_add(held.user_id, held.plugin_slug, held.day, held.charged - held.credits);
        perform credit_check_low(held.user_id, at);
      end if;
      return next held;
    end $$`.execute(db);
}

async function addUsage(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table service_use
      add column bot_id bigint,
      -- The platform's exact id of the message that the plugin handled.
      add column message_id text,
      add column effect_key text,
      -- The key of the rows in the ledger.
      add column charge_key text,
      add column model text,
      add column prompt_tokens bigint,
      add column completion_tokens bigint,
      add column credits bigint not null default 0`.execute(db);
  await sql`
    update service_use set model = details ->> 'model', credits = (details ->> 'credits')::bigint,
      prompt_tokens = (details #>> '{usage,prompt_tokens}')::bigint,
      completion_tokens = (details #>> '{usage,completion_tokens}')::bigint
    where type = 'ai'`.execute(db);
  await sql`create unique index service_use_effect on service_use (effect_key)`.execute(db);
  await sql`create index service_use_day on service_use (user_id, created_at)`.execute(db);
  await sql`create index service_use_created on service_use (created_at)`.execute(db);
}

async function addRetention(db: Kysely<unknown>): Promise<void> {
  // Which runs name which bytes: the entries themselves are sealed.
  await sql`
    create table journal_media_use (
      call_id text collate "C" not null,
      sha256 text not null references journal_media,
      primary key (call_id, sha256)
    )`.execute(db);
  await sql`create index journal_media_use_sha256 on journal_media_use (sha256)`.execute(db);
  await sql`create index journal_media_used on journal_media (used_at)`.execute(db);
  // The keys begin with the bot or the account: in this order, a range of the primary key is one of them.
  await sql`alter table journal_entry alter column call_id type text collate "C"`.execute(db);
  await sql`alter table storage_effect alter column key type text collate "C"`.execute(db);
  await sql`alter table usage_counter alter column counter type text collate "C"`.execute(db);
  await sql`alter table usage_event alter column counter type text collate "C"`.execute(db);
  await sql`create index message_done on message (done_at) where done_at is not null`.execute(db);
  await sql`
    create table maintenance (name text primary key, started_at timestamptz not null)`.execute(db);
  // The published plugins of a deleted account have no developer.
  await sql`alter table plugin alter column developer_id drop not null`.execute(db);
  await sql`
    create index plugin_version_reviewer on plugin_version (reviewed_by)
      where reviewed_by is not null`.execute(db);
}

export const credits: Migration = { up };
