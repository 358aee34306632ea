import { sql, type Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";

/** What can be deleted with all its rows. Its id is never used again. */
export type DeletedKind = "account" | "bot";

/**
 * Records what a transaction deletes. A plugin or a request that is under way may write rows of it afterwards; the
 * retention finds and deletes them by this record.
 */
export async function noteDeletion(
  trx: Transaction<Schema>,
  kind: DeletedKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto("deletion")
    .values(ids.map((id) => ({ kind, id })))
    // The row exists already if an operator restored an account by hand, and it is deleted once more.
    .onConflict((conflict) =>
      conflict.columns(["kind", "id"]).doUpdateSet({ deleted_at: sql`clock_timestamp()` }),
    )
    .execute();
}
