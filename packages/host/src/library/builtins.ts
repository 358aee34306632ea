import { createHash } from "node:crypto";
import { LIMITS, type Logger, type Plugin } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { publish } from "../publication/plugin-rows.ts";

/** Options of {@link syncBuiltins}. */
export interface SyncBuiltinsOptions {
  readonly db: Kysely<Schema>;
  /** The plugins by their slugs. */
  readonly builtins: ReadonlyMap<string, Plugin>;
  /** The version of the package that contains the plugins. */
  readonly version: string;
  readonly logger: Logger;
}

/**
 * Publishes the plugins that come with the host in the library, without a developer: one version of each plugin per
 * version of their package. All bots with such a plugin get the new version at once, because a host has no other.
 *
 * @returns whether the library has changed
 */
export async function syncBuiltins(options: SyncBuiltinsOptions): Promise<boolean> {
  const { db, builtins, version, logger } = options;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('builtins', 0))`.execute(trx);
    let hasChanged = false;
    for (const [slug, { meta }] of builtins) {
      const { description = "", icon = LIMITS.plugin.defaultIcon } = meta;
      const plugin = await pluginRow(trx, slug, { description, icon });
      if (plugin === undefined) {
        logger.error("a developer's plugin has the slug of one that comes with the host", { slug });
        continue;
      }
      const json = JSON.stringify({ ...meta, version });
      const sha256 = createHash("sha256").update(json).digest("hex");
      const known = await trx
        .selectFrom("plugin_version")
        .select("id")
        .where("plugin_id", "=", plugin.id)
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      if (known !== undefined && known.id === plugin.published_id) continue;
      const { id } =
        known ??
        (await trx
          .insertInto("plugin_version")
          .values({
            plugin_id: plugin.id,
            version,
            sha256,
            code: "",
            record: JSON.stringify({ slug }),
            meta: json,
            findings: "[]",
            state: "approved",
            reviewed_at: new Date(),
          })
          .returning("id")
          .executeTakeFirstOrThrow());
      await publish(trx, plugin.id, id, meta);
      await trx
        .updateTable("installation")
        .set({ version_id: id, consented: JSON.stringify(meta.permissions ?? null) })
        .where("plugin_id", "=", plugin.id)
        .execute();
      await trx
        .updateTable("plugin")
        .set({ description, icon, status: plugin.status })
        .where("id", "=", plugin.id)
        .execute();
      hasChanged = true;
    }
    return hasChanged;
  });
}

/** The row of a built-in plugin, inserted if it is missing; `undefined` if a developer's plugin has the slug. */
async function pluginRow(
  trx: Kysely<Schema>,
  slug: string,
  words: { readonly description: string; readonly icon: string },
) {
  await trx
    .insertInto("plugin")
    .values({ slug, developer_id: null, builtin: true, status: "published", ...words })
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
  return (
    trx
      .selectFrom("plugin")
      .select(["id", "published_id", "status"])
      .where("slug", "=", slug)
      .where("builtin", "=", true)
      // The lock of all transactions that change a plugin: waits for a take-down that is under way.
      .forUpdate()
      .executeTakeFirst()
  );
}
