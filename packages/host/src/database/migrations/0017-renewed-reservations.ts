import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * An open reservation is as new when its key is reserved again, and a refund settles none that is newer than
 * those that it looks for: it would else give back what a repeated call is about to spend.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function credit_reserve(
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
  await sql`drop function credit_settle(text, bigint, timestamptz)`.execute(db);
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

export const renewedReservations: Migration = { up };
