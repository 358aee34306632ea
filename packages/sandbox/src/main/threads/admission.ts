import type { Admission } from "../fairness/probation-queue.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";
import type { WorkerThread } from "./task.ts";

/** The part of the workers' state that the rule needs. */
export interface AdmissionWorkers {
  readonly fast: ReadonlySet<WorkerThread>;
  readonly slow: ReadonlySet<WorkerThread>;
  /** How many fast workers could become slow if their calls compute for long; 0 while no spare could replace them. */
  roomForSlow(): number;
  /** Whether the pool can no longer start workers: slow slices then run in the fast workers. */
  isBroken(): boolean;
}

/** Decides which plugins may have slices in a fast worker. */
export interface AdmissionRule {
  /** Which plugins may have a slice in a fast worker now. */
  now(): Admission;
  /** Whether a slice of this account has only a short time there. */
  isShort(thread: WorkerThread, account: UsageAccount): boolean;
  /** A worker was given a slice of this account. */
  posted(thread: WorkerThread, account: UsageAccount): void;
  /** A worker has ended. */
  drop(thread: WorkerThread): void;
}

/**
 * Creates the rule. Slow workers exist for some time after a call has computed for long. While there are any, all
 * plugins that are not proven have one slice at a time in the fast workers, and only if the spare could replace that
 * worker: otherwise many plugins that compute for long would block all fast workers, one after another. That slice is
 * short (see `SHORT_SLICE_MS`): if it takes longer, the call continues in a slow worker, so only a slice that hangs
 * in native code blocks the fast worker. The last free place among the slow workers is for new plugins, because
 * suspect plugins that call again and again would otherwise keep the new ones from running at all.
 */
export function createAdmission(workers: AdmissionWorkers): AdmissionRule {
  /** By worker: the plugin that is not proven and whose slice was posted to it last. */
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
