import type { PluginMeta } from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { notFound as pluginNotFound, readMeta } from "../publication/plugin-rows.ts";

/** A published version of a plugin that any account can install. */
export interface Published {
  readonly slug: string;
  readonly versionId: number;
  readonly meta: PluginMeta;
}

/**
 * Reads the version that can be installed, for a transaction that installs it. Waits for a decision on the plugin that
 * is under way, and makes later decisions wait for the transaction. Otherwise an approval could miss the installation,
 * which would keep the old version.
 *
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND`
 */
export async function lockPublished(trx: Kysely<Schema>, pluginId: number): Promise<Published> {
  // Locked by a statement of its own: a statement that waits for a row lock reads joined rows as of its start.
  await trx.selectFrom("plugin").select("id").where("id", "=", pluginId).forKeyShare().execute();
  return findPublished(trx, pluginId);
}

/**
 * Reads the version that can be installed.
 *
 * @param at the caller's transaction, if it has one: a caller that holds a connection must not wait for a second one
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND`
 */
export async function findPublished(at: Kysely<Schema>, pluginId: number): Promise<Published> {
  const row = await at
    .selectFrom("plugin as p")
    .innerJoin("plugin_version as v", "v.id", "p.published_id")
    .leftJoin("user_account as developer", "developer.id", "p.developer_id")
    .select(["p.slug", "v.id", "v.meta"])
    .where("p.id", "=", pluginId)
    .where("p.status", "!=", "taken_down")
    .where((is) => is.or([is("developer.id", "is", null), is("developer.banned", "=", false)]))
    .executeTakeFirst();
  if (row === undefined) throw pluginNotFound();
  return { slug: row.slug, versionId: row.id, meta: readMeta(row.meta) };
}
