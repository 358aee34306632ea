import { sql, type Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Which installations to lock: those of a plugin, or those of bots. */
export type InstallationsOf =
  | { readonly pluginId: number }
  | { readonly botIds: readonly number[] };

/**
 * Locks installations until the transaction ends, in the order of their ids. An approval changes the installations of a
 * plugin, and the deletion of an account those of its bots. If both did not lock common rows in the same order, they
 * could deadlock.
 */
export async function lockInstallations(
  trx: Transaction<Schema>,
  of: InstallationsOf,
): Promise<void> {
  const isOne =
    "pluginId" in of ? sql`plugin_id = ${of.pluginId}` : sql`bot_id = any(${of.botIds}::bigint[])`;
  // The count makes the statement return one row, however many rows it locks.
  await sql`
    select count(*) from (
      select id from installation where ${isOne} order by id for update) locked`.execute(trx);
}
