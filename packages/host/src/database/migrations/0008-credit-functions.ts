import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The ledger's operations. The host calls each by one statement. Each first locks the row of its account, so that
 * operations on one account run one after the other.
 *
 * Reserving the key of an open reservation again renews `created_at`. A refund of abandoned reservations passes
 * `reserved_before`, so that it does not settle a reservation that was renewed meanwhile: it would refund the credits
 * that a repeated call is about to spend.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // Adds to the spending of the plugin and of all plugins together (''), each for the day and for the month: the first
  // 10 and the first 7 characters of "of_day".
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
  // Open reservations count as part of the balance, so that a call causes no warning only because its largest possible
  // cost is reserved for a moment.
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
  // Adds credits, or withdraws a negative amount, once per key. Returns false if the balance would be negative or
  // exceed the largest safe integer of JavaScript.
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
      perform credit_check_low(of_user, at);
      return true;
    end $$`.execute(db);
  // Reserves credits, once per key: a known key returns its reservation, settled or not.
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
      if found then
        if made.charged is null then
          update reservation r set created_at = greatest(r.created_at, at) where r.key = of_key
            returning * into made;
        end if;
        return;
      end if;
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
  // Charges a reservation, at most the reserved credits, and returns the rest to the balance. A reservation that is
  // settled already stays as it is.
  await sql`
    create function credit_settle(
      of_key text, cost bigint, at timestamptz, reserved_before timestamptz default null
    ) returns setof reservation language plpgsql as $$
    declare held reservation;
    begin
      -- The account first, as everywhere, so that two that wait for each other cannot be.
      perform from credit_account a
        where a.user_id = (select r.user_id from reservation r where r.key = of_key) for update;
      select * into held from reservation r where r.key = of_key for update;
      if not found then return; end if;
      if held.charged is null and (held.created_at >= reserved_before) is not true then
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

export const creditFunctions: Migration = { up };
