import { sql, type Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Whose installations: those of a plugin, or those of bots. */
export type InstallationsOf =
  | { readonly pluginId: number }
  | { readonly botIds: readonly number[] };

/**
 * Locks installations until the transaction ends, by their ids. An approval changes those of a plugin, and the deletion
 * of an account those of its bots: where the bots share a plugin, each could hold a row for which the other waits, if
 * they did not lock them in the same order.
 */
export async function lockInstallations(
  trx: Transaction<Schema>,
  of: InstallationsOf,
): Promise<void> {
  const isOne =
    "pluginId" in of ? sql`plugin_id = ${of.pluginId}` : sql`bot_id = any(${of.botIds}::bigint[])`;
  // The outer query has one row to return, however many are locked.
  await sql`
    select count(*) from (
      select id from installation where ${isOne} order by id for update) locked`.execute(trx);
}
