import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The values that plugins store. An operation that reads and then writes is a function, so that it is one statement. It
 * first locks the row of its account, so that operations on one account run one after the other.
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
      -- Of key and value, and 64 for the entry, so that the quota bounds the number of entries too.
      bytes int not null,
      position bigint generated always as identity,
      primary key (user_id, plugin_slug, key)
    )`.execute(db);
  // The results of changes by effect key: see StoreEffect. The keys begin with the bot's id: in the byte order of
  // collate "C", the rows of one bot are one range of the primary key.
  await sql`
    create table storage_effect (
      key text collate "C" primary key,
      status text not null,
      made_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index storage_effect_made on storage_effect (made_at)`.execute(db);

  // Writes a value within the account's quota "max_bytes"; with "has_condition" only if the stored JSON is "if_json"
  // (null: no value). A known effect key changes nothing and returns the first result. The result "changed" is recorded
  // only with "is_final", and "quota-exceeded" never, so that a repetition may still succeed.
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
  // Deletes a value, or all values of the plugin if "of_key" is null; once per effect key.
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
}

export const storage: Migration = { up };
