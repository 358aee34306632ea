import { sql } from "kysely";
import { expect, test } from "vitest";
import { createLibrary } from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";

const PLUGINS = 100;
const BOTS = 500;

test("a page of the library reads each installation once, however many plugins there are", async () => {
  await using database = await openTestDatabase();
  await database.db.transaction().execute(async (trx) => {
    await sql`
      insert into plugin (slug, status, name)
      select 'plugin-' || n, 'published', 'A plugin' from generate_series(1, ${PLUGINS}) n`.execute(
      trx,
    );
    await sql`
      with v as (
        insert into plugin_version (plugin_id, version, sha256, code, meta, record, findings, state)
        select id, '1.0.0', '', 'a', '{}', '{}', '[]', 'approved' from plugin
        returning id, plugin_id)
      update plugin p set published_id = v.id from v where v.plugin_id = p.id`.execute(trx);
    await sql`
      with b as (
        insert into bot (user_id, platform, name, sealed, account)
        select n, 'telegram', 'a bot', '', n::text from generate_series(1, ${BOTS}) n returning id)
      insert into installation (bot_id, plugin_id, version_id)
      select b.id, p.id, p.published_id from b, plugin p where p.slug = 'plugin-1'`.execute(trx);
    // As the server does by itself after a minute: then it knows that most have the same plugin.
    await sql`analyze plugin, plugin_version, installation`.execute(trx);
    const before = await rowsRead();
    const { items } = await createLibrary({ db: trx }).search({ limit: 2 });
    expect(items.map(({ slug, installs }) => [slug, installs])).toEqual([
      ["plugin-1", BOTS],
      [`plugin-${PLUGINS}`, 0],
    ]);
    expect((await rowsRead()) - before).toBeLessThanOrEqual(BOTS);

    async function rowsRead(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select sum(pg_stat_get_xact_tuples_returned(oid)) as count from pg_class
        where relname in ('installation', 'installation_plugin')`.execute(trx);
      return Number(rows[0]?.count);
    }
  });
});
