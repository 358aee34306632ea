import type { Kysely } from "kysely";
import { lockAccount } from "../accounts/assert-standing.ts";
import type { Schema } from "../database/schema.ts";

/** A request to better-auth. */
export interface LoginRequest {
  /** The group of the client's address. */
  readonly client: string;
  /** The stored hash of the password with which the request proves, or sets, who its user is. */
  hash?: string;
}

/**
 * Ends a new session that a ban, or another password than that of its request, has overtaken: comparing a password
 * takes up to seconds, and whoever ends all sessions meanwhile cannot see this one yet. Called after the session is
 * written, so that a later change ends it as it does all others.
 *
 * @param hash the stored hash with which the request has compared its password
 * @returns what has overtaken it; `undefined`: nothing, the session stays
 */
export async function endOvertaken(
  db: Kysely<Schema>,
  session: { readonly id: number; readonly userId: number },
  hash: string,
): Promise<"ban" | "password" | undefined> {
  const { id, userId } = session;
  return db.transaction().execute(async (trx) => {
    // Locks the user before the password, as the reset does.
    const isClosed = await lockAccount(trx, userId);
    const login = await trx
      .selectFrom("user_login")
      .select("id")
      .where("user_id", "=", userId)
      .where("password", "=", hash)
      .forShare()
      .executeTakeFirst();
    if (login !== undefined && isClosed === false) return undefined;
    await trx.deleteFrom("user_session").where("id", "=", id).execute();
    return isClosed === true ? "ban" : "password";
  });
}
