import { describeError, type Logger, silentLogger } from "@botwright/core";
import { sql } from "kysely";
import type { Database } from "../database/open-database.ts";

/** The credits of an account have fallen below the threshold that its owner has set. */
export interface LowCreditsEvent {
  readonly type: "credits-low";
  /** The id of the row. */
  readonly id: number;
  readonly userId: number;
  /** The credits, including those that running calls have reserved. */
  readonly balance: number;
  readonly threshold: number;
  readonly createdAt: Date;
}

/** Options of {@link startCreditWarnings}. */
export interface CreditWarningsOptions {
  readonly database: Database;
  /** Called once for each warning, on one of the nodes, for example to send a mail. */
  readonly onEvent: (event: LowCreditsEvent) => void | Promise<void>;
  readonly logger?: Logger;
}

/** The task that reports warnings. */
export interface CreditWarnings extends AsyncDisposable {
  close(): Promise<void>;
}

/** The most warnings that one statement takes. */
const BATCH = 100;

/**
 * Reports each warning of low credits once over all nodes, including those that were written while no node ran. A
 * warning counts as delivered before the listener runs: if the listener fails, it is not called again, because a mail
 * that is sent twice is worse than none.
 *
 * @example
 * await using warnings = startCreditWarnings({ database, onEvent: ({ userId }) => mail(userId) });
 */
export function startCreditWarnings(options: CreditWarningsOptions): CreditWarnings {
  const { database, onEvent, logger = silentLogger } = options;
  let isWanted = false;
  let working: Promise<void> | undefined;
  let isClosed = false;

  function look(): void {
    isWanted = true;
    working ??= deliver()
      .catch((error: unknown) =>
        logger.warn("warnings of credits could not be read", describeError(error)),
      )
      .finally(() => (working = undefined));
  }

  async function deliver(): Promise<void> {
    if (isClosed || !isWanted) return;
    isWanted = false;
    const events = await take();
    isWanted ||= events.length === BATCH;
    for (const event of events) await report(event);
    await deliver();
  }

  async function take(): Promise<LowCreditsEvent[]> {
    const waiting = database.db
      .selectFrom("credit_warning")
      .select("id")
      .where("delivered_at", "is", null)
      .orderBy("id")
      .limit(BATCH)
      .forUpdate()
      .skipLocked();
    const rows = await database.db
      .updateTable("credit_warning")
      .set({ delivered_at: sql`clock_timestamp()` })
      .where("id", "in", waiting)
      .returning(["id", "user_id", "balance", "threshold", "created_at"])
      .execute();
    return rows.map(({ user_id: userId, created_at: createdAt, ...row }) => ({
      type: "credits-low",
      ...row,
      userId,
      createdAt,
    }));
  }

  async function report(event: LowCreditsEvent): Promise<void> {
    try {
      await onEvent(event);
    } catch (error) {
      const { userId } = event;
      logger.error("a warning of credits was not reported", { userId, ...describeError(error) });
    }
  }

  const unlisten = database.notifications.listen("credit_warning", look);
  look();
  async function close(): Promise<void> {
    isClosed = true;
    unlisten();
    await working;
  }
  return { close, [Symbol.asyncDispose]: close };
}
