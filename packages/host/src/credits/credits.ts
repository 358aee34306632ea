import { type Clock, invalidInput, systemClock } from "@botwright/core";
import { createDayOf, type SpendingLimit, type SpendingStatus } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { createPostgresLedger } from "../stores/ledger.ts";
import { assertAmount } from "./assert-amount.ts";
import { type CreditMovement, toMovement } from "./credit-movement.ts";
import { makeTopUp, type TopUp } from "./top-up.ts";

/** Options of {@link createCredits}. */
export interface CreditsOptions {
  readonly db: Kysely<Schema>;
  /** The time zone in which a day ends at midnight. @default "UTC" */
  readonly timeZone?: string;
  readonly clock?: Clock;
}

/** The credits of an account; 100 are one USD. */
export interface CreditState {
  /** The credits that can be spent now. */
  readonly balance: number;
  /** The credits that running calls have reserved; the part that a call does not use returns to the balance. */
  readonly reserved: number;
  /** The threshold: the owner is warned when the credits fall below it. `null`: no warning. */
  readonly warn_below: number | null;
  /** Whether the credits are below the threshold. */
  readonly is_low: boolean;
  readonly limits: readonly CreditLimit[];
}

/** A spending limit, and the credits spent in the current day or month; reserved credits count in full. */
export interface CreditLimit {
  /** The plugin that the limit is for; `null`: all plugins of the account together. */
  readonly plugin_slug: string | null;
  readonly period: SpendingLimit["period"];
  readonly credits: number;
  readonly spent: number;
}

/** The credits of accounts, for their owners and for administrators. */
export interface Credits {
  state(userId: number): Promise<CreditState>;
  /** The movements, newest first. */
  movements(
    userId: number,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<CreditMovement[]>;
  /**
   * Adds credits to an account.
   *
   * @throws {BotwrightError} `IDEMPOTENCY_KEY_REUSED` if the key was used for another amount,
   * `CREDITS_TOO_MANY` if the account could not hold them
   * @throws {InvalidInputError} `INVALID_INPUT`
   */
  topUp(topUp: TopUp): Promise<CreditMovement>;
  /** @throws {InvalidInputError} `INVALID_INPUT`, also for more than 200 limits */
  setLimits(userId: number, limits: readonly SpendingLimit[]): Promise<void>;
  /**
   * Sets the threshold of the warning; `null` removes it. If the credits are below the threshold already, the owner is
   * warned at once.
   *
   * @throws {InvalidInputError} `INVALID_INPUT`
   */
  setWarning(userId: number, warnBelow: number | null): Promise<void>;
}

const MAX_LIMITS = 200;

/**
 * Creates the functions of credits over the database.
 *
 * @example
 * const credits = createCredits({ db, timeZone: "Asia/Shanghai" });
 * await credits.topUp({ userId: 7, actorId: 1, credits: 500, key: "invoice 17" });
 * await credits.setLimits(7, [{ pluginSlug: "ai-chat", period: "day", credits: 100 }]);
 */
export function createCredits(options: CreditsOptions): Credits {
  const { db, timeZone = "UTC", clock = systemClock } = options;
  const ledger = createPostgresLedger(db, clock);
  const dayOf = createDayOf(timeZone);

  return {
    async state(userId) {
      const account = await db
        .selectFrom("credit_account")
        .selectAll()
        .where("user_id", "=", userId)
        .executeTakeFirst();
      const { reserved } = await db
        .selectFrom("reservation")
        .select(sql<number>`coalesce(sum(credits), 0)::bigint`.as("reserved"))
        .where("user_id", "=", userId)
        .where("charged", "is", null)
        .executeTakeFirstOrThrow();
      return {
        balance: account?.balance ?? 0,
        reserved,
        warn_below: account?.warn_below ?? null,
        is_low: account?.is_low ?? false,
        limits: (await ledger.limits(userId, dayOf(clock.now()))).map(toCreditLimit),
      };
    },
    async movements(userId, { before, limit }) {
      const rows = await db
        .selectFrom("credit_row")
        .selectAll()
        .where("user_id", "=", userId)
        .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toMovement);
    },
    topUp: (topUp) => makeTopUp(db, clock, topUp),
    async setLimits(userId, limits) {
      if (limits.length > MAX_LIMITS) throw invalidInput(`at most ${MAX_LIMITS} limits`);
      await ledger.setLimits(userId, limits);
    },
    async setWarning(userId, warnBelow) {
      if (warnBelow !== null) assertAmount(warnBelow, 0);
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto("credit_account")
          .values({ user_id: userId, balance: 0, warn_below: warnBelow })
          .onConflict((conflict) =>
            conflict.column("user_id").doUpdateSet({ warn_below: warnBelow }),
          )
          .execute();
        const now = new Date(clock.now());
        await sql`select credit_check_low(${userId}, ${now})`.execute(trx);
      });
    },
  };
}

function toCreditLimit({ pluginSlug, ...limit }: SpendingStatus): CreditLimit {
  return { plugin_slug: pluginSlug ?? null, ...limit };
}
