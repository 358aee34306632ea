import { NOTHING_USED } from "../machine/calls/call-budget.ts";
import type { SliceReport } from "../protocol/call-messages.ts";
import type { Failure } from "../protocol/errors.ts";
import { monotonicMs } from "../protocol/monotonic.ts";

/**
 * The failure of a task in whose worker an error occurred: the worker could not create a machine, or something other
 * than guest code threw while the task ran.
 */
export function failedTask(error: unknown): Failure {
  const cause = error instanceof Error ? error.message : String(error);
  return {
    code: "SANDBOX_WORKER_LOST",
    message: `the worker could not run the plugin (${cause}); try again`,
  };
}

/** The report of a slice whose usage is unknown, because an error ended it before it was measured. */
export function emptyReport(): SliceReport {
  const nothing = { requests: [], logs: [], ranMs: 0, sliceCpuMs: 0 };
  return { ...nothing, used: { ...NOTHING_USED }, startedAt: monotonicMs() };
}
