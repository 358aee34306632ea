import { type Kysely, sql } from "kysely";
import type { ConsoleHost, Person } from "./console-host.ts";

/** Lists with many rows, and what their last row shows. */
export interface SeededLists {
  /** By the address of the page. */
  readonly lists: Readonly<Record<string, string>>;
  readonly bot: number;
}

/** Gives a user, who is an administrator, this number of rows in each list of the console; the first one is the oldest. */
export async function seedRows(
  host: ConsoleHost,
  { id: user }: Person,
  count: number,
): Promise<SeededLists> {
  const { db } = host.database;
  const bot = await seedMessages(db, user, count);
  await sql`
    insert into credit_row (user_id, kind, key, credits, description, created_at)
    select ${user}, 'deposit', 'seed-' || n, 1, 'movement ' || n, now() from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`
    insert into user_account (name, email)
    select 'User ' || n, 'user-' || n || '@example.org' from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`
    insert into service_use (type, user_id, plugin_slug, created_at, details)
    select 'search', ${user}, 'finder', now(), json_build_object('query', 'query ' || n, 'region', 'wt-wt',
      'maxResults', 5, 'provider', 'demo', 'cached', false, 'count', 5, 'durationMs', 9, 'errorCode', null)
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`
    insert into storage_value (user_id, plugin_slug, key, json, bytes)
    select ${user}, 'notebook', 'key ' || n, to_json('value ' || n), 20 from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`
    with plugins as (
      insert into plugin (slug, developer_id, status)
      select 'plugin-' || n, ${user}, 'pending' from generate_series(1, ${count}::int) n returning id
    )
    insert into plugin_version (plugin_id, version, sha256, code, record, meta, findings, state)
    select id, '1.0.0', repeat('0', 64), '', '{}', '{}', '[]', 'pending' from plugins order by id`.execute(
    db,
  );
  await sql`
    with plugins as (
      insert into plugin (slug, name, status)
      select 'published-' || n, 'published-' || n, 'published' from generate_series(1, ${count}::int) n
      returning id, slug
    ), versions as (
      insert into plugin_version (plugin_id, version, sha256, code, record, meta, findings, state)
      select id, '1.0.0', repeat('0', 64), 'x', '{}', json_build_object('name', slug), '[]', 'approved'
      from plugins returning id, plugin_id
    ) select count(*) from versions`.execute(db);
  await sql`
    update plugin set published_id = v.id from plugin_version v
    where v.plugin_id = plugin.id and plugin.slug like 'published-%'`.execute(db);
  return {
    bot,
    lists: {
      "/library": "published-1",
      "/messages": "text 1",
      "/credits": "movement 1",
      "/admin?tab=users": "admin@localhost.localdomain",
      "/admin?tab=search": "query 1",
      "/storage?plugin=notebook": "key 1",
      "/developer": `plugin-${count}`,
      "/admin?tab=reviews": `plugin-${count}`,
    },
  };
}

/** A paused bot with messages that were handled. */
export async function seedMessages<DB>(
  db: Kysely<DB>,
  user: number,
  count: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bot (user_id, platform, name, sealed, paused, account)
    values (${user}, 'telegram', 'Seeded', '', true, gen_random_uuid()::text) returning id`.execute(
    db,
  );
  const bot = rows[0]?.id ?? 0;
  await sql`
    insert into message (bot_id, platform_id, chat, incoming, shown, done_at)
    select ${bot}, 'seed-' || n, 'chat', json_build_object('id', 'seed-' || n, 'message', json_build_object(
      'type', 'text', 'text', 'text ' || n, 'from', 'person', 'to', 'bot', 'timestamp', 0,
      'contextToken', 'person', 'messageId', n, 'raw', json_build_object())), 'text ' || n, now()
    from generate_series(1, ${count}::int) n`.execute(db);
  return bot;
}
