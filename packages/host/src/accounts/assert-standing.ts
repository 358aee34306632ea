import { BotwrightError } from "@botwright/core";
import type { Transaction } from "kysely";
import { BANNED } from "../auth/auth.ts";
import type { Schema } from "../database/schema.ts";
import { isClosed } from "./closing.ts";

/**
 * Reads whether an account is banned or being deleted; `undefined`: it was deleted. A transaction that bans, closes or
 * deletes it now is waited for, and one that comes later waits for this transaction.
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
 * Refuses what an account has begun before it was banned or deleted: it would be left over.
 *
 * @throws {BotwrightError} `BANNED`, `USER_NOT_FOUND`
 */
export async function assertStanding(trx: Transaction<Schema>, userId: number): Promise<void> {
  const closed = await lockAccount(trx, userId);
  if (closed === undefined) throw userNotFound();
  if (closed) throw new BotwrightError(BANNED, { code: "BANNED" });
}

/** The error of an account that is not there any more, or never was. */
export function userNotFound(): BotwrightError {
  return new BotwrightError("there is no such user", { code: "USER_NOT_FOUND" });
}
