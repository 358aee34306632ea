import { guestLimits, type LoadOutcome } from "../protocol/call-messages.ts";
import { type Failure, isBrokenLimit } from "../protocol/errors.ts";
import type { CallLimits } from "../protocol/call-limits.ts";
import type { Pool } from "./threads/pool.ts";
import type { WorkerSlice } from "./threads/slice-dispatch.ts";
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

/**
 * Loads a file in a worker that runs no calls. The dispatch posts one load at a time; each must give the
 * loader back with `endLoad`, whatever its outcome. If another task ends the worker, the load is queued
 * again.
 */
export async function loadInWorker(options: LoadInWorkerOptions): Promise<LoadOutcome> {
  const { pool, account, kind } = options;
  await pool.start();
  return new Promise((resolve) => {
    const slice: WorkerSlice = {
      kind,
      account,
      thread: undefined,
      post: (thread) => {
        // Over a budget: give the turn back at once, so that other files can be loaded, and queue again
        // later.
        const delay = account.loadDelayMs();
        if (delay === 0) return load(thread, options, resolve, () => pool.schedule(slice));
        tryAgain(() => pool.schedule(slice), delay);
        pool.endLoad(thread);
      },
      leave: () => {},
      fail: (failure) => resolve(notRun(failure)),
    };
    pool.schedule(slice);
  });
}

/** Posts the load and settles with its outcome, a hang or crash, or the loss of the worker. */
function load(
  thread: WorkerThread,
  { pool, account, source, limits, onStrike }: LoadInWorkerOptions,
  end: (outcome: LoadOutcome) => void,
  again: () => void,
): void {
  const started = performance.now();
  const task = thread.open({
    cpuMs: limits.cpuMs,
    onLoaded(outcome) {
      thread.close(task);
      account.chargeLoad(outcome.cpuMs);
      if (!outcome.ok && isCharged(outcome)) account.chargeBrokenLimit();
      pool.endLoad(thread);
      end(outcome);
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
        again();
      }
      pool.endLoad(thread);
    },
  });
  const message = { type: "load", task, source, limits: guestLimits(limits) } as const;
  thread.postSlice(message, account);
}

function notRun(failure: Failure): LoadOutcome {
  return { ok: false, failure, logs: [], cpuMs: 0 };
}

/** Whether the load broke a limit or its machine; a strike has been charged before. */
function isCharged({ failure, damage }: Extract<LoadOutcome, { ok: false }>): boolean {
  return damage === "machine" || (damage === undefined && isBrokenLimit(failure.code));
}
