import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { insertPassword } from "./password-rows.ts";
import { markVerified } from "./verify-email.ts";

/** The prefix of the name under which better-auth stores a token. */
const PREFIX = "reset-password:";

/** The name under which a link's token is stored. */
export function resetIdentifier(token: string): string {
  return `${PREFIX}${token}`;
}

/**
 * Sets a password by the token of a link, and ends the user's sessions and all other links. better-auth would use the
 * token up before it hashes the password, and the queue may refuse to hash.
 *
 * @param hash hashes the password, for the user
 * @returns `false` if the token has expired, was used, or never existed
 */
export async function resetPassword(
  db: Kysely<Schema>,
  token: string,
  hash: (userId: number) => Promise<string>,
): Promise<boolean> {
  const link = (at: Kysely<Schema>) =>
    at
      .selectFrom("user_verification")
      .select("value")
      .where("identifier", "=", resetIdentifier(token))
      .where("expires_at", ">", sql<Date>`clock_timestamp()`)
      .executeTakeFirst();
  // Checked first, so that somebody who guesses tokens causes no hashing.
  const found = await link(db);
  if (found === undefined) return false;
  const { value } = found;
  const userId = Number(value);
  const password = await hash(userId);
  return db.transaction().execute(async (trx) => {
    // Locks the user, so that several links of one user run one after the other.
    const user = await trx
      .selectFrom("user_account")
      .select("id")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined || (await link(trx)) === undefined) return false;
    await trx
      .deleteFrom("user_verification")
      .where("value", "=", value)
      .where("identifier", "like", `${PREFIX}%`)
      .execute();
    const updated = await trx
      .updateTable("user_login")
      .set({ password, updated_at: new Date() })
      .where("user_id", "=", userId)
      .where("provider_id", "=", "credential")
      .executeTakeFirst();
    // better-auth writes a new user in two steps: the process may have died between them.
    if (updated.numUpdatedRows === 0n) await insertPassword(trx, userId, password);
    // The link came by mail, or from an administrator, who is responsible for the address.
    await markVerified(trx, userId);
    await trx.deleteFrom("user_session").where("user_id", "=", userId).execute();
    return true;
  });
}
