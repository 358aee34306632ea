import { BotwrightError } from "@botwright/core";
import { sql, type Transaction } from "kysely";
import { isClosed } from "../accounts/closing.ts";
import type { Schema } from "../database/schema.ts";

/**
 * Makes transactions follow one another that make, demote or delete administrators, until each has ended: of
 * two administrators who leave at the same time, the second one sees that the first has left.
 */
export async function lockAdministrators(trx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrator'))`.execute(trx);
}

/**
 * Refuses that a user stops being an administrator when no other one could act. Call it after
 * {@link lockAdministrators}.
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
