import type { Admission } from "../fairness/probation-queue.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";
import type { WorkerThread } from "./task.ts";

/** What is asked of the workers. */
export interface AdmissionWorkers {
  readonly fast: ReadonlySet<WorkerThread>;
  readonly slow: ReadonlySet<WorkerThread>;
  /** How many fast workers could become slow, if their calls compute for long: 0 while none could replace them. */
  roomForSlow(): number;
  /** Whether workers can no longer be started: slow slices then run in the fast workers. */
  isBroken(): boolean;
}

/** Decides which plugins may have slices in a fast worker. */
export interface AdmissionRule {
  /** Which plugins may have one now. */
  now(): Admission;
  /** Whether a slice of this account has only a short time there. */
  isShort(thread: WorkerThread, account: UsageAccount): boolean;
  /** A worker was given a slice of this account. */
  posted(thread: WorkerThread, account: UsageAccount): void;
  /** A worker has ended. */
  drop(thread: WorkerThread): void;
}

/**
 * Creates the rule. While there are slow workers, which is for some time after a call has computed for long, plugins that
 * are not proven have one slice at a time, and only if the spare would replace the worker: else many plugins that compute
 * would block all fast workers, one after another. That slice is short (see `SHORT_SLICE_MS`): what takes longer goes on
 * in a slow worker, and only what hangs in native code blocks the fast one. The last place among the slow workers is for new plugins: those that
 * come again and again would keep them from running at all.
 */
export function createAdmission(workers: AdmissionWorkers): AdmissionRule {
  /** The plugin on probation whose slice each worker was given last. */
  const probes = new Map<WorkerThread, UsageAccount>();
  return {
    now() {
      if (workers.slow.size === 0 || workers.isBroken()) return "all";
      const room = workers.roomForSlow();
      if (room === 0) return "proven";
      for (const [thread, plugin] of probes) {
        if (workers.fast.has(thread) && thread.inFlightOf(plugin) > 0) return "proven";
        probes.delete(thread);
      }
      return room === 1 ? "new" : "all";
    },
    isShort: (thread, account) =>
      workers.slow.size > 0 &&
      workers.fast.has(thread) &&
      account.standing !== "proven" &&
      !workers.isBroken(),
    posted(thread, account) {
      if (account.standing !== "proven") probes.set(thread, account.plugin);
    },
    drop: (thread) => void probes.delete(thread),
  };
}
