import { BotwrightError } from "@botwright/core";
import { sql, type Transaction } from "kysely";
import { isClosed } from "../accounts/closing.ts";
import type { Schema } from "../database/schema.ts";

/**
 * Makes transactions that appoint, demote or delete administrators run one after the other. Without this lock, two
 * administrators could leave at the same time, each because the other one seems to stay.
 */
export async function lockAdministrators(trx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrator'))`.execute(trx);
}

/**
 * Refuses that a user stops being an administrator if no other administrator could act. Call {@link lockAdministrators}
 * first.
 *
 * @throws {BotwrightError} `LAST_ADMINISTRATOR`
 */
export async function assertOtherAdministrator(
  trx: Transaction<Schema>,
  userId: number,
): Promise<void> {
  const other = await trx
    .selectFrom("user_account")
    .select("id")
    .where("role", "=", "admin")
    .where(sql<boolean>`not ${isClosed()}`)
    .where("id", "!=", userId)
    .executeTakeFirst();
  if (other !== undefined) return;
  throw new BotwrightError("there is no other administrator: give the role to another user first", {
    code: "LAST_ADMINISTRATOR",
  });
}
