import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Corrects events with times in the future, which remain when the clock was set back: `rate_take` replaces their times
 * by the current one, so that they count for at most one window.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function rate_take(of_key text, most int, window_ms bigint, at bigint) returns bigint
    language plpgsql as $$
    declare recent bigint[];
    begin
      insert into rate_window as r (key, times, expires_at) values (of_key, '{}', at + window_ms)
        on conflict (key) do update set expires_at = r.expires_at returning times into recent;
      recent := array(select least(t, at) from unnest(recent) t where t > at - window_ms);
      if cardinality(recent) >= most then
        update rate_window set times = recent where key = of_key and at < any(times);
        return coalesce(recent[cardinality(recent) - most + 1], at) + window_ms - at;
      end if;
      update rate_window set times = recent || at, expires_at = at + window_ms where key = of_key;
      return null;
    end $$`.execute(db);
}

export const clockSetBack: Migration = { up };
