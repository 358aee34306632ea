import type { Kysely, Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Reads the stored hash of a user's password. */
export async function readPassword(
  db: Kysely<Schema>,
  userId: number,
): Promise<string | undefined> {
  const login = await db
    .selectFrom("user_login")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return login?.password ?? undefined;
}

/**
 * Replaces a user's password, unless it is another one by now than the one that the request has compared.
 *
 * @returns whether it was replaced
 */
export async function replacePassword(
  db: Kysely<Schema>,
  { userId, from, to }: { readonly userId: number; readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("user_login")
    .set({ password: to, updated_at: new Date() })
    .where("user_id", "=", userId)
    .where("password", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Inserts the password of a user who has none, as better-auth would. */
export async function insertPassword(
  trx: Transaction<Schema>,
  userId: number,
  hash: string,
): Promise<void> {
  await trx
    .insertInto("user_login")
    .values({
      user_id: userId,
      account_id: String(userId),
      provider_id: "credential",
      password: hash,
      updated_at: new Date(),
    })
    .execute();
}
