import { verifyJWT } from "better-auth/crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Milliseconds for which the link in a mail is valid. */
export const LINK_MS = 3_600_000;

/**
 * Verifies an address by the token in the mail that better-auth has sent to it. The link does not log in, because
 * somebody else may have created the account with this address and may know its password.
 *
 * @param secret the secret with which better-auth signs tokens
 * @returns `false` if the token has expired, was used, or is not a token
 */
export async function verifyEmail(
  db: Kysely<Schema>,
  secret: string,
  token: string,
): Promise<boolean> {
  // The update below accepts a token only once; better-auth would accept it a second time.
  const payload = await verifyJWT<{ email?: unknown }>(token, secret);
  if (typeof payload?.email !== "string") return false;
  const verified = await db
    .updateTable("user_account")
    .set({ email_verified: true, updated_at: new Date() })
    .where("email", "=", payload.email)
    .where("email_verified", "=", false)
    .returning("id")
    .executeTakeFirst();
  return verified !== undefined;
}

/** Marks the e-mail address of a user as verified. */
export async function markVerified(db: Kysely<Schema>, userId: number): Promise<void> {
  await db
    .updateTable("user_account")
    .set({ email_verified: true, updated_at: new Date() })
    .where("id", "=", userId)
    .where("email_verified", "=", false)
    .execute();
}
