import { type Clock, systemClock } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql, type Transaction } from "kysely";
import { assertOtherAdministrator, lockAdministrators } from "../auth/administrators.ts";
import { BOTS_CHANNEL } from "../bots/runner/bot-leases.ts";
import { waitUntilStopped } from "../bots/runner/wait-until-stopped.ts";
import { notifyOnCommit } from "../database/notify-on-commit.ts";
import type { Database } from "../database/open-database.ts";
import type { Schema } from "../database/schema.ts";
import { createAccountRedactor } from "./account-redactor.ts";
import type { AccountScope } from "./account-tables.ts";
import { userNotFound } from "./assert-standing.ts";
import { deleteRows, findScope } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";

/** Options of {@link createAccounts}. */
export interface AccountsOptions {
  readonly database: Database;
  /** The instance that seals what is secret. */
  readonly secrets: Secrets;
  /** Called when plugins have lost their developer or were deleted; the database notifies the other nodes. */
  readonly onChanged?: () => void;
  /** Milliseconds that a deletion waits for the account's bots to stop. @default 45_000 */
  readonly stopMs?: number;
  readonly clock?: Clock;
}

/** Milliseconds for which an account stays closed after its bots had time to stop: deleting its rows takes time. */
const CLOSED_MS = 600_000;

/** Exports and deletes whole accounts. */
export interface Accounts {
  /**
   * Exports all rows of an account as lines of JSON: `{ table, row }` each, between a first line that names the account
   * and a last one with the number of rows. Secrets are named but not shown; journals are readable.
   * @throws {BotwrightError} `USER_NOT_FOUND`
   */
  export(userId: number): Promise<AsyncGenerator<string, void, undefined>>;
  /**
   * Ends the sessions of an account, stops its bots and deletes all its rows. Published plugins stay for those who use
   * them, without a developer. If the process dies during the deletion, the account opens again eleven minutes later,
   * and its bots run again.
   *
   * @throws {BotwrightError} `USER_NOT_FOUND`, `LAST_ADMINISTRATOR`; `BOTS_RUNNING` if a bot does not stop in time:
   * then nothing was deleted
   */
  delete(userId: number): Promise<void>;
}

/**
 * Creates the export and the deletion of accounts.
 *
 * @example
 * for await (const line of await accounts.export(7)) file.write(line);
 * await accounts.delete(7);
 */
export function createAccounts(options: AccountsOptions): Accounts {
  const { database, secrets, stopMs = 45_000, clock = systemClock } = options;
  const { onChanged = () => {} } = options;
  const { db } = database;

  async function scopeOf(userId: number, at: Kysely<Schema> = db): Promise<AccountScope> {
    const scope = await findScope(at, userId);
    if (scope === undefined) throw userNotFound();
    return scope;
  }

  /**
   * Ends all sessions of the user and stops the bots, so that nobody binds or installs anything that the deletion would
   * miss. Closing is separate from a ban: a ban during the deletion stays, and the account's plugins continue to run
   * for others.
   */
  async function close(userId: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockAdministrators(trx);
      const user = await trx
        .updateTable("user_account")
        .set({
          closing_until: sql<Date>`clock_timestamp() + ${stopMs + CLOSED_MS} * interval '1 ms'`,
        })
        .where("id", "=", userId)
        .returning("role")
        .executeTakeFirst();
      if (user === undefined) throw userNotFound();
      if (user.role === "admin") await assertOtherAdministrator(trx, userId);
      await trx.deleteFrom("user_session").where("user_id", "=", userId).execute();
      await notifyOnCommit(trx, BOTS_CHANNEL);
    });
  }

  async function reopen(userId: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable("user_account")
        .set({ closing_until: null })
        .where("id", "=", userId)
        .execute();
      await notifyOnCommit(trx, BOTS_CHANNEL);
    });
  }

  async function deleteClosed(trx: Transaction<Schema>, userId: number): Promise<void> {
    await trx.selectFrom("bot").select("id").where("user_id", "=", userId).forUpdate().execute();
    // A node may have claimed a bot by a statement that had begun before the account was closed.
    await waitUntilStopped(trx, { userId, clock, ms: 0 });
    await deleteRows(trx, await scopeOf(userId, trx));
  }

  return {
    async export(userId) {
      const scope = await scopeOf(userId);
      const redactor = await createAccountRedactor(db, secrets, userId);
      return exportAccount(scope, { db, secrets, redactor, now: new Date(clock.now()) });
    },
    async delete(userId) {
      await close(userId);
      try {
        await waitUntilStopped(db, { userId, clock, ms: stopMs });
        await db.transaction().execute((trx) => deleteClosed(trx, userId));
      } catch (error) {
        await reopen(userId);
        throw error;
      }
      onChanged();
    },
  };
}
