import { guestLimits, type LoadOutcome } from "../protocol/call-messages.ts";
import { type Failure, isBrokenLimit } from "../protocol/errors.ts";
import type { CallLimits } from "../protocol/call-limits.ts";
import type { Pool } from "./threads/pool.ts";
import { tryAgain, type UsageAccount } from "./fairness/usage-account.ts";
import type { WorkerThread } from "./threads/task.ts";

/** What {@link loadInWorker} needs. */
export interface LoadInWorkerOptions {
  readonly pool: Pool;
  readonly account: UsageAccount;
  readonly source: string;
  /** Whether the file is loaded for the first time, or because its image was evicted. */
  readonly kind: "load" | "reload";
  readonly limits: CallLimits;
  /** The file hung or crashed its worker. */
  readonly onStrike: () => void;
}

/** Milliseconds of CPU that a file has for loading while others load or wait (see `LoadLanes`). */
const SHORT_LOAD_MS = 50;

/**
 * Loads a file in a worker that runs no calls. Each load must give its worker back with `endLoad`, whatever its
 * outcome. If another task ends the worker, the load is queued again.
 */
export async function loadInWorker(options: LoadInWorkerOptions): Promise<LoadOutcome> {
  const { pool, account, kind } = options;
  await pool.start();
  return new Promise((resolve) => {
    function queue(isLong: boolean): void {
      pool.schedule({
        kind,
        isLong,
        account,
        thread: undefined,
        post: (thread, isShort) => {
          // Over a budget: give the turn back at once, so that other files can be loaded, and queue again
          // later.
          const delay = account.loadDelayMs();
          if (delay === 0) return load(thread, options, isShort, { end: resolve, again: queue });
          account.returnTurn();
          tryAgain(() => queue(isLong), delay);
          pool.endLoad(thread);
        },
        leave: () => {},
        fail: (failure) => resolve(notRun(failure)),
      });
    }
    queue(false);
  });
}

/** Callbacks for the end of a load. */
interface LoadEnd {
  readonly end: (outcome: LoadOutcome) => void;
  /** Queues it again. */
  readonly again: (isLong: boolean) => void;
}

/**
 * Posts the load and settles with its outcome, a hang or crash, or the loss of the worker.
 *
 * @param isShort whether the file is loaded again later if it does not load within {@link SHORT_LOAD_MS}
 */
function load(
  thread: WorkerThread,
  { pool, account, source, limits, onStrike }: LoadInWorkerOptions,
  isShort: boolean,
  { end, again }: LoadEnd,
): void {
  const started = performance.now();
  const cpuMs = isShort ? Math.min(SHORT_LOAD_MS, limits.cpuMs) : limits.cpuMs;
  const task = thread.open({
    // The watchdog still uses the full limit: a file that hangs in native code ends its worker after that time.
    cpuMs: limits.cpuMs,
    onChecked: (ms) => account.chargeStep(ms),
    onLoaded(outcome) {
      thread.close(task);
      account.chargeLoad(outcome.cpuMs);
      const isCutOff = cpuMs < limits.cpuMs && isOutOfTime(outcome);
      if (!outcome.ok && !isCutOff && isCharged(outcome)) account.chargeBrokenLimit();
      pool.endLoad(thread);
      if (isCutOff) again(true);
      else end(outcome);
    },
    onStrike() {
      account.chargeBrokenLimit();
      account.chargeLoad(performance.now() - started);
      onStrike();
    },
    onLost(failure, wasRunning) {
      // Only a load that was running may have caused the loss; an innocent one is repeated.
      if (wasRunning || failure.code !== "SANDBOX_WORKER_LOST") {
        end(notRun(failure));
      } else {
        again(!isShort);
      }
      pool.endLoad(thread);
    },
  });
  const given = guestLimits({ ...limits, cpuMs });
  thread.postSlice({ type: "load", task, source, limits: given }, account);
}

function isOutOfTime(outcome: LoadOutcome): boolean {
  return !outcome.ok && outcome.failure.code === "SANDBOX_CPU_LIMIT";
}

function notRun(failure: Failure): LoadOutcome {
  return { ok: false, failure, logs: [], cpuMs: 0 };
}

/** Whether the load broke a limit or damaged its machine; `onStrike` has already charged a damaged worker. */
function isCharged({ failure, damage }: Extract<LoadOutcome, { ok: false }>): boolean {
  return damage === "machine" || (damage === undefined && isBrokenLimit(failure.code));
}
