import type { Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";

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
