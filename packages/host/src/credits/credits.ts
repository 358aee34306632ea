import { BotwrightError, type Clock, invalidInput, systemClock } from "@botwright/core";
import { createDayOf, type SpendingLimit, type SpendingStatus } from "@botwright/services";
import { type Kysely, type Selectable, sql } from "kysely";
import type { CreditRowTable, Schema } from "../database/schema.ts";
import { createPostgresLedger } from "../stores/ledger.ts";
import { unescapeText } from "../database/escape-text.ts";

/** Options of {@link createCredits}. */
export interface CreditsOptions {
  readonly db: Kysely<Schema>;
  /** The time zone in which a day ends at midnight. @default "UTC" */
  readonly timeZone?: string;
  readonly clock?: Clock;
}

/** The credits of an account; 100 are one USD. */
export interface CreditState {
  /** What can be spent now. */
  readonly balance: number;
  /** What running calls have reserved: the part that they do not use returns to the balance. */
  readonly reserved: number;
  /** The owner is warned when the credits fall below it; `null`: no warning. */
  readonly warn_below: number | null;
  /** Whether they are below it. */
  readonly is_low: boolean;
  readonly limits: readonly CreditLimit[];
}

/** A limit, and what was spent of it in the current day or month: reserved credits count in full. */
export interface CreditLimit {
  /** `null`: all plugins of the account together. */
  readonly plugin_slug: string | null;
  readonly period: SpendingLimit["period"];
  readonly credits: number;
  readonly spent: number;
}

/** A movement of credits, as its owner sees it. */
export interface CreditMovement {
  readonly id: number;
  readonly kind: CreditRowTable["kind"];
  /** The change of the balance. */
  readonly credits: number;
  /** The same for a reservation, its settlement and the use that it paid. */
  readonly key: string;
  readonly plugin_slug: string | null;
  /** The model that was paid, or a note. */
  readonly description: string | null;
  /** Whether an administrator made it. */
  readonly is_by_administrator: boolean;
  readonly created_at: string;
}

/** Credits that an administrator gives to an account. */
export interface TopUp {
  readonly userId: number;
  /** The administrator. */
  readonly actorId: number;
  /** 1 to 1,000,000,000. */
  readonly credits: number;
  /** The same key for the same account is one top-up, however often it is sent. 1 to 128 characters. */
  readonly key: string;
  /** For the owner of the account; at most 500 characters. */
  readonly note?: string;
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
   * @throws {BotwrightError} `IDEMPOTENCY_KEY_REUSED` when the key was used for another amount,
   * `CREDITS_TOO_MANY` when the account could not hold them
   * @throws {InvalidInputError} `INVALID_INPUT`
   */
  topUp(topUp: TopUp): Promise<CreditMovement>;
  /** @throws {InvalidInputError} `INVALID_INPUT`, also for more than 200 limits */
  setLimits(userId: number, limits: readonly SpendingLimit[]): Promise<void>;
  /**
   * Sets the threshold of the warning; `null` ends it. An account that is below it already is warned at
   * once.
   *
   * @throws {InvalidInputError} `INVALID_INPUT`
   */
  setWarning(userId: number, warnBelow: number | null): Promise<void>;
}

const MOST_LIMITS = 200;
const MOST_CREDITS = 1_000_000_000;
const MOST_NOTE = 500;
const MOST_KEY = 128;

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

  async function topUp({ userId, actorId, credits, key, note = "" }: TopUp) {
    assertTopUp({ credits, key, note });
    const ledgerKey = `top-up/${userId}/${key}`;
    const description = note === "" ? {} : { description: note };
    const movement = { userId, key: ledgerKey, credits, ...description };
    return db.transaction().execute(async (trx) => {
      const isMoved = await createPostgresLedger(trx, clock).move(movement);
      if (!isMoved) throw tooMany();
      const row = await trx
        .updateTable("credit_row")
        .set((set) => ({ actor_id: set.fn.coalesce("actor_id", sql<number>`${actorId}`) }))
        .where("user_id", "=", userId)
        .where("key", "=", ledgerKey)
        .where("kind", "=", "deposit")
        .returningAll()
        .executeTakeFirstOrThrow();
      if (row.credits !== credits) throw keyReused(key);
      return toMovement(row);
    });
  }

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
    topUp,
    async setLimits(userId, limits) {
      if (limits.length > MOST_LIMITS) throw invalidInput(`at most ${MOST_LIMITS} limits`);
      await ledger.setLimits(userId, limits);
    },
    async setWarning(userId, warnBelow) {
      if (warnBelow !== null && !isAmount(warnBelow, 0)) throw wrongAmount(0);
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

function assertTopUp({ credits, key, note }: { credits: number; key: string; note: string }): void {
  if (!isAmount(credits, 1)) throw wrongAmount(1);
  if (key === "" || key.length > MOST_KEY || !isPlain(key)) {
    throw invalidInput(`the idempotency key must have 1 to ${MOST_KEY} characters`);
  }
  if (note.length > MOST_NOTE || !isPlain(note)) {
    throw invalidInput(`the note must have at most ${MOST_NOTE} characters`);
  }
}

/** Whether PostgreSQL can keep the text as it is. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function isAmount(credits: number, least: number): boolean {
  return Number.isSafeInteger(credits) && credits >= least && credits <= MOST_CREDITS;
}

function wrongAmount(least: number): Error {
  return invalidInput(`credits must be a whole number from ${least} to ${MOST_CREDITS}`);
}

function toMovement(row: Selectable<CreditRowTable>): CreditMovement {
  const { user_id: _, actor_id, key, created_at, ...rest } = row;
  return {
    ...rest,
    key: unescapeText(key),
    is_by_administrator: actor_id !== null,
    created_at: created_at.toISOString(),
  };
}

function toCreditLimit({ pluginSlug, ...limit }: SpendingStatus): CreditLimit {
  return { plugin_slug: pluginSlug ?? null, ...limit };
}

function keyReused(key: string): BotwrightError {
  return new BotwrightError(`the key "${key}" was used for another top-up: choose a new one`, {
    code: "IDEMPOTENCY_KEY_REUSED",
  });
}

function tooMany(): BotwrightError {
  return new BotwrightError("the account cannot hold so many credits", {
    code: "CREDITS_TOO_MANY",
  });
}
