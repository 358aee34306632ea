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
