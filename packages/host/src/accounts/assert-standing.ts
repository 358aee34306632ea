import { BotwrightError } from "@botwright/core";
import type { Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";
import { isClosed } from "./closing.ts";

/** The message for a banned user. */
export const BANNED = "this account is banned: write to the administrator";

/**
 * Reads whether an account is banned or being deleted; `undefined`: it was deleted. Locks the row `for share`: it waits
 * for a transaction that bans, closes or deletes the account now, and a later one waits for this transaction.
 */
export async function lockAccount(
  trx: Transaction<Schema>,
  userId: number,
): Promise<boolean | undefined> {
  const user = await trx
    .selectFrom("user_account")
    .select(isClosed().as("closed"))
    .where("id", "=", userId)
    .forShare()
    .executeTakeFirst();
  return user?.closed;
}

/**
 * Refuses a change that an account began before it was banned or deleted, because the change would outlast that.
 *
 * @throws {BotwrightError} `BANNED`, `USER_NOT_FOUND`
 */
export async function assertStanding(trx: Transaction<Schema>, userId: number): Promise<void> {
  const closed = await lockAccount(trx, userId);
  if (closed === undefined) throw userNotFound();
  if (closed) throw new BotwrightError(BANNED, { code: "BANNED" });
}

/** The error for an account that does not exist, or not any more. */
export function userNotFound(): BotwrightError {
  return new BotwrightError("there is no such user", { code: "USER_NOT_FOUND" });
}
