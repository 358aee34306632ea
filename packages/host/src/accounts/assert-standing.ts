import { BotwrightError } from "@botwright/core";
import type { Transaction } from "kysely";
import { BANNED } from "../auth/auth.ts";
import type { Schema } from "../database/schema.ts";

/**
 * Reads whether an account is banned; `undefined`: it was deleted. A ban or a deletion that is under way is
 * waited for, and one that comes later waits for the transaction.
 */
export async function lockBan(
  trx: Transaction<Schema>,
  userId: number,
): Promise<boolean | undefined> {
  const user = await trx
    .selectFrom("user_account")
    .select("banned")
    .where("id", "=", userId)
    .forShare()
    .executeTakeFirst();
  return user?.banned;
}

/**
 * Refuses what an account has begun before it was banned or deleted: it would be left over.
 *
 * @throws {BotwrightError} `BANNED`, `USER_NOT_FOUND`
 */
export async function assertStanding(trx: Transaction<Schema>, userId: number): Promise<void> {
  const banned = await lockBan(trx, userId);
  if (banned === undefined) throw userNotFound();
  if (banned) throw new BotwrightError(BANNED, { code: "BANNED" });
}

/** The error of an account that is not there any more, or never was. */
export function userNotFound(): BotwrightError {
  return new BotwrightError("there is no such user", { code: "USER_NOT_FOUND" });
}
