import { type Kysely, sql } from "kysely";
import { ACCOUNT_TABLES } from "../accounts/account-tables.ts";
import { deleteMedia, forgetAdministrators } from "../accounts/delete-account.ts";
import type { DeletedKind } from "../accounts/deletions.ts";
import type { Schema } from "../database/schema.ts";
import { BATCH, deleteBatch } from "./delete-batch.ts";
import type { RetentionTimes } from "./retention-days.ts";

/** The number of deletions whose leftovers one statement looks for. */
const DELETIONS = 100;

/** Days after a deletion in which rows may still be written: no plugin, request or paused process takes longer. */
const LATE_DAYS = 1;

/**
 * Deletes the rows of deleted accounts and bots that a plugin or a request has written after the deletion. When none is
 * left, it deletes the records of deletions that are older than a day.
 *
 * @returns how many rows were deleted
 */
export async function deleteLeftovers(
  db: Kysely<Schema>,
  { before }: RetentionTimes,
): Promise<number> {
  const late =
    (await deleteOfAll(db, "bot", deleteOfBots)) +
    (await deleteOfAll(db, "account", deleteOfAccounts));
  if (late > 0) return late;
  return deleteBatch(db, "deletion", sql`deleted_at < ${before(LATE_DAYS)}`);
}

/** The tables of existing accounts and bots. One that an operator has restored by hand is not deleted again. */
const THERE = { account: "user_account", bot: "bot" } as const;

/** Calls `deleteOf` with the ids of all deletions of a kind, in batches; returns the sum of its results. */
async function deleteOfAll(
  db: Kysely<Schema>,
  kind: DeletedKind,
  deleteOf: (db: Kysely<Schema>, ids: number[]) => Promise<number>,
): Promise<number> {
  let total = 0;
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom("deletion")
      .select("id")
      .where("kind", "=", kind)
      .where("id", ">", last)
      .where(
        sql<boolean>`not exists (
          select from ${sql.table(THERE[kind])} there where there.id = deletion.id)`,
      )
      .orderBy("id")
      .limit(DELETIONS)
      .execute();
    const ids = rows.map(({ id }) => id);
    const [end] = ids.slice(-1);
    if (end === undefined) return total;
    total += await deleteOf(db, ids);
    last = end;
  }
}

async function deleteOfBots(db: Kysely<Schema>, botIds: number[]): Promise<number> {
  // No account has the id 0, so that the scope contains only rows of the bots.
  const scope = { userId: 0, botIds };
  let total = await db.transaction().execute((trx) => deleteMedia(trx, scope, BATCH));
  for (const [table, { rows, late }] of Object.entries(ACCOUNT_TABLES)) {
    if (late === "bot") total += await deleteBatch(db, table, rows(scope));
  }
  return total;
}

async function deleteOfAccounts(db: Kysely<Schema>, userIds: number[]): Promise<number> {
  let total = await forgetAdministrators(db, userIds);
  for (const [table, { rows, late }] of Object.entries(ACCOUNT_TABLES)) {
    if (late !== "account") continue;
    const conditions = userIds.map((userId) => sql`(${rows({ userId, botIds: [] })})`);
    total += await deleteBatch(db, table, sql.join(conditions, sql` or `));
  }
  return total;
}
