import { verifyJWT } from "better-auth/crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Milliseconds for which the link of a letter is good. */
export const LINK_MS = 3_600_000;

/**
 * Verifies an address by the token of the letter that better-auth has sent to it. It does not log in: an
 * account that a stranger has made with the address has a password that the stranger knows.
 *
 * @param secret what better-auth signs tokens with
 * @returns `false` when the token has ended, or was used, or is none
 */
export async function verifyEmail(
  db: Kysely<Schema>,
  secret: string,
  token: string,
): Promise<boolean> {
  // better-auth would accept the token a second time.
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

/** Takes the address of a user as verified. */
export async function markVerified(db: Kysely<Schema>, userId: number): Promise<void> {
  await db
    .updateTable("user_account")
    .set({ email_verified: true, updated_at: new Date() })
    .where("id", "=", userId)
    .where("email_verified", "=", false)
    .execute();
}
