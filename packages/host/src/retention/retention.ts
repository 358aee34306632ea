import {
  type Clock,
  describeError,
  isBotwrightError,
  type Logger,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { refundAbandonedReservations } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { createPostgresLedger } from "../stores/ledger.ts";
import { type RetentionDays, type RetentionTimes, toRetentionDays } from "./retention-days.ts";
import { RETENTION_TASKS } from "./retention-tasks.ts";

/** Options of {@link startRetention}. */
export interface RetentionOptions {
  readonly db: Kysely<Schema>;
  /** The days, or a function that each run calls for them. @default `RETENTION_DAYS` */
  readonly days?: Partial<RetentionDays> | (() => Promise<Partial<RetentionDays>>);
  /** Milliseconds between runs. @default one hour */
  readonly everyMs?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** How many rows of each kind a run has deleted, and `refunds`: how many reservations it has refunded. */
export type RetentionReport = Readonly<Record<string, number>>;

/** Deletes old rows regularly. */
export interface Retention extends AsyncDisposable {
  /**
   * Runs now. Returns `undefined`, without running, when another node is running, or any node began a run less than
   * `everyMs` ago.
   */
  run(): Promise<RetentionReport | undefined>;
  /** Stops the deletion; resolves when the statement that is running has ended. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The key of PostgreSQL's advisory lock, which the node that deletes holds. */
const RETENTION_LOCK = 6_281_955;

/**
 * Deletes rows that are older than their retention, and refunds credits that crashed processes have reserved: at the
 * start and then every hour, on one node at a time. It deletes in small statements, so that none holds locks for long.
 * A task that fails is logged, and tried again with the next run.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a number of days is too small or too large, or journals would be
 * kept longer than messages
 * @example
 * await using retention = startRetention({ db, days: { journals: 14 } });
 */
export function startRetention(options: RetentionOptions): Retention {
  const { db, everyMs = HOUR_MS, clock = systemClock, logger = silentLogger } = options;
  const { days = {} } = options;
  if (typeof days !== "function") toRetentionDays(days);
  let isClosed = false;
  let cancel: (() => void) | undefined;
  let running: Promise<RetentionReport | undefined> | undefined;

  function run(): Promise<RetentionReport | undefined> {
    running ??= runLocked().finally(() => (running = undefined));
    return running;
  }

  /** Runs under an advisory lock of the session, which PostgreSQL releases with the connection if this process dies. */
  function runLocked(): Promise<RetentionReport | undefined> {
    return db.connection().execute(async (connection) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_lock(${RETENTION_LOCK}) as locked`.execute(connection);
      if (rows[0]?.locked !== true) return undefined;
      try {
        return (await claim(connection)) ? await runTasks(connection) : undefined;
      } finally {
        await sql`select pg_advisory_unlock(${RETENTION_LOCK})`.execute(connection);
      }
    });
  }

  /** Stores that a run begins; returns `false` when the last run began less than `everyMs` ago. */
  async function claim(connection: Kysely<Schema>): Promise<boolean> {
    const now = clock.now();
    const { rows } = await sql`
      insert into maintenance as m (name, started_at) values ('retention', ${new Date(now)})
      on conflict (name) do update set started_at = excluded.started_at
        -- One of the future was noted before the clock was set back.
        where m.started_at <= ${new Date(now - everyMs)} or m.started_at > excluded.started_at
      returning 1`.execute(connection);
    return rows.length > 0;
  }

  async function runTasks(connection: Kysely<Schema>): Promise<RetentionReport> {
    const now = clock.now();
    const times: RetentionTimes = {
      now,
      before: (age) => new Date(now - age * DAY_MS),
      days: toRetentionDays(typeof days === "function" ? await days() : days),
    };
    const report: Record<string, number> = {};
    for (const [name, task] of Object.entries(RETENTION_TASKS)) {
      report[name] = await attempt(name, async () => {
        let total = 0;
        for (;;) {
          const deleted = isClosed ? 0 : await task(connection, times);
          if (deleted === 0) return total;
          total += deleted;
        }
      });
    }
    report["refunds"] = await attempt("refunds", () =>
      refundAbandonedReservations(createPostgresLedger(connection, clock), { clock }),
    );
    logger.debug("old rows were deleted", report);
    return report;
  }

  async function attempt(name: string, work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      logger.error("old rows could not be deleted", { kind: name, ...describeError(error) });
      return 0;
    }
  }

  function tick(): void {
    if (isClosed) return;
    void run()
      .catch((error: unknown) => {
        const level = isBotwrightError(error) ? "error" : "warn";
        logger[level]("the deletion of old rows could not begin", describeError(error));
      })
      .finally(() => {
        if (!isClosed) cancel = clock.after(everyMs, tick);
      });
  }

  tick();
  async function close(): Promise<void> {
    isClosed = true;
    cancel?.();
    await running?.catch(() => {});
  }
  return { run, close, [Symbol.asyncDispose]: close };
}
