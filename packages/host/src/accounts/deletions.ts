import type { Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";

/** What is deleted with all its rows. Its id is never used again. */
export type DeletedKind = "account" | "bot";

/**
 * Notes what a transaction deletes: a plugin or a request that is under way may write rows of it afterwards,
 * which the retention deletes.
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
    .execute();
}
