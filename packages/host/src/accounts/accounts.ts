import { type Clock, systemClock } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { sql } from "kysely";
import { assertOtherAdministrator, lockAdministrators } from "../auth/administrators.ts";
import { BOTS_CHANNEL } from "../bots/runner/bot-leases.ts";
import { waitUntilStopped } from "../bots/runner/wait-until-stopped.ts";
import type { Database } from "../database/open-database.ts";
import { createAccountRedactor } from "./account-redactor.ts";
import { userNotFound } from "./assert-standing.ts";
import { deleteRows, findScope } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";

/** Options of {@link createAccounts}. */
export interface AccountsOptions {
  readonly database: Database;
  /** The instance that seals what is secret. */
  readonly secrets: Secrets;
  /** Called when plugins have lost their developer, or are gone; other nodes learn it from the database. */
  readonly onChanged?: () => void;
  /** How long a deletion waits for the account's bots to stop, in milliseconds. @default 45_000 */
  readonly stopMs?: number;
  readonly clock?: Clock;
}

/** The whole of an account: to take along, and to delete. */
export interface Accounts {
  /**
   * All rows of an account as lines of JSON: `{ table, row }` each, between a line that names the account
   * and one with the number of rows. Secrets are named and not shown; journals are readable.
   *
   * @throws {BotwrightError} `USER_NOT_FOUND`
   */
  export(userId: number): Promise<AsyncGenerator<string, void, undefined>>;
  /**
   * Ends the sessions of an account, stops its bots and deletes all its rows. Plugins that are published
   * stay for those who use them, without a developer.
   *
   * @throws {BotwrightError} `USER_NOT_FOUND`, `LAST_ADMINISTRATOR`; `BOTS_RUNNING` when a bot does not
   * stop in time: nothing was deleted then
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

  async function scopeOf(userId: number) {
    const scope = await findScope(db, userId);
    if (scope === undefined) throw userNotFound();
    return scope;
  }

  /** Logs the user out everywhere: what is bound or installed from now on would be left over. */
  async function close(userId: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockAdministrators(trx);
      const user = await trx
        .updateTable("user_account")
        .set({ banned: true, ban_reason: "the account is being deleted" })
        .where("id", "=", userId)
        .returning("role")
        .executeTakeFirst();
      if (user === undefined) throw userNotFound();
      if (user.role === "admin") await assertOtherAdministrator(trx, userId);
      await trx.deleteFrom("user_session").where("user_id", "=", userId).execute();
    });
  }

  async function reopen(userId: number): Promise<void> {
    await db
      .updateTable("user_account")
      .set({ banned: false, ban_reason: null })
      .where("id", "=", userId)
      .execute();
  }

  async function setPaused(userId: number, paused: boolean, botIds?: number[]): Promise<number[]> {
    const rows = await db
      .updateTable("bot")
      .set({ paused })
      .where("user_id", "=", userId)
      .where("paused", "!=", paused)
      .$if(botIds !== undefined, (query) =>
        query.where(sql<boolean>`id = any(${botIds ?? []}::bigint[])`),
      )
      .returning("id")
      .execute();
    await database.notifications.notify(BOTS_CHANNEL);
    return rows.map(({ id }) => id);
  }

  return {
    async export(userId) {
      const scope = await scopeOf(userId);
      const redactor = await createAccountRedactor(db, secrets, userId);
      return exportAccount(scope, { db, secrets, redactor, now: new Date(clock.now()) });
    },
    async delete(userId) {
      await scopeOf(userId);
      await close(userId);
      let stopped: number[] = [];
      try {
        stopped = await setPaused(userId, true);
        await waitUntilStopped(db, { userId, clock, ms: stopMs });
        const scope = await scopeOf(userId);
        await db.transaction().execute((trx) => deleteRows(trx, scope));
      } catch (error) {
        await setPaused(userId, false, stopped);
        await reopen(userId);
        throw error;
      }
      onChanged();
    },
  };
}
