import type { LoadOutcome } from "./engine.ts";
import { guestLimits } from "./call-messages.ts";
import type { CallLimits } from "./limits.ts";
import type { Pool } from "./pool.ts";

/** What loading a file in a worker needs. */
export interface LoadInWorkerOptions {
  readonly pool: Pool;
  readonly source: string;
  readonly limits: CallLimits;
  /** The file took its worker down. */
  readonly onStrike: () => void;
}

/** Loads a file in a worker; in another one, when its own is taken or lost by somebody else. */
export async function loadInWorker(options: LoadInWorkerOptions): Promise<LoadOutcome> {
  const { pool, source, limits, onStrike } = options;
  const thread = await pool.take("fast");
  return new Promise((resolve, reject) => {
    const again = (): void => void loadInWorker(options).then(resolve, reject);
    const task = thread.open({
      cpuMs: limits.cpuMs,
      onLoaded(outcome) {
        thread.close(task);
        resolve(outcome);
      },
      onBlocked: () => again,
      onLost(failure, wasRunning) {
        if (wasRunning) onStrike();
        if (wasRunning || failure.code !== "SANDBOX_WORKER_LOST") {
          resolve({ ok: false, failure, logs: [] });
        } else {
          again();
        }
      },
    });
    thread.post({ type: "load", task, source, limits: guestLimits(limits) });
  });
}
