import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { monotonicMs } from "../../protocol/monotonic.ts";
import { WATCH } from "../../protocol/protocol.ts";
import { threadCpuMs } from "../../protocol/system-thread.ts";

/** Milliseconds between two checks. */
const CHECK_MS = 5;

/** Milliseconds of CPU time in one slice after which other calls move away from the worker. */
const SLOW_MS = 10;

/**
 * Milliseconds of CPU time beyond its budget for which a task may stay in native code. The worker itself needs some of
 * them, before the guest runs and after its interruption: more than 10 on a busy machine, whose CPU caches hold the
 * memory of other processes.
 */
const GRACE_MS = 20;

/**
 * Milliseconds for which a task must still compute after it was first seen beyond its budget. When the
 * hypervisor pauses the machine, the system counts the pause as CPU time of whichever task was running. Such a pause may
 * be longer than the grace; afterwards the worker must still have time to interrupt the guest by itself.
 */
const CONFIRM_MS = 10;

/** Milliseconds of wall time after which a task counts as hung even if the busy machine gave it little CPU time. */
const STARVED_MS = 60_000;

/** Milliseconds to wait for a worker's own CPU time, where the system does not report it. */
const ASK_MS = 20;

const UNHELD = { ref: false };

/** Callbacks of a watchdog. */
export interface WatchdogEvents {
  /** Milliseconds of CPU time that the task may still use. */
  budgetOf(task: number): number;
  /** The system's id of the worker's thread, where known. */
  systemThread(): number | undefined;
  /** Whether a task may be running. */
  isBusy(): boolean;
  /**
   * A task has computed for {@link SLOW_MS} without a pause. Returns whether other calls have moved away;
   * otherwise it is called again.
   */
  onSlow(task: number): boolean;
  /** A task is far beyond its budget: its worker must be terminated. */
  onHung(task: number): void;
}

/**
 * Observes a worker from the main thread, because a native loop (for example a regular expression) does not
 * reach the interrupt handler inside the worker.
 */
export interface Watchdog {
  /** Starts checking; stops by itself when no task can be running. */
  wake(): void;
  stop(): void;
  /** The running task, 0 for none. */
  running(): number;
  /** Whether the slice of this token (from {@link slice}) is still running. */
  isStill(slice: number): boolean;
  /** A token of the running slice. */
  slice(): number;
}

/**
 * Creates a worker's watchdog. It reads the shared memory in which the worker publishes the running task,
 * the slice's start and the thread's CPU time at that start (see `WATCH`), so that it needs no cooperation
 * of a busy worker.
 */
export function createWatchdog(
  worker: Pick<Worker, "cpuUsage">,
  watch: SharedArrayBuffer,
  events: WatchdogEvents,
): Watchdog {
  const runningTask = new Int32Array(watch);
  const sliceStart = new Float64Array(watch);
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  /** The slice that was reported as slow. */
  let reported = 0;
  /** The slice that was last seen beyond its budget, and its CPU time then. */
  let overdue = { token: 0, used: 0 };

  const running = (): number => Atomics.load(runningTask, WATCH.taskIndex);
  const slice = (): number => (running() === 0 ? 0 : (sliceStart[WATCH.startIndex] ?? 0));
  const isStill = (token: number): boolean => token !== 0 && slice() === token;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function check(): void {
    const token = slice();
    if (token === 0) {
      if (!events.isBusy()) stop();
      return;
    }
    const task = running();
    const ran = monotonicMs() - token;
    const budget = events.budgetOf(task);
    const mayBeSlow = reported !== token && ran > SLOW_MS;
    if (isAsking || (!mayBeSlow && ran < budget + GRACE_MS)) return;
    void judge(task, token, budget);
  }

  /** Decides by the thread's CPU time: a task that only waits for a core is neither slow nor hung. */
  async function judge(task: number, token: number, budget: number): Promise<void> {
    isAsking = true;
    const known = threadCpuMs(events.systemThread()) ?? (await askWorker());
    isAsking = false;
    if (!isStill(token)) return;
    const ran = monotonicMs() - token;
    const before = sliceStart[WATCH.cpuIndex] ?? 0;
    const used = known === undefined || before === 0 ? ran : known - before;
    if (reported !== token && used > SLOW_MS && events.onSlow(task)) reported = token;
    const isHung = isBeyond(token, used, budget) || ran >= Math.max(STARVED_MS, budget);
    if (isHung && isStill(token)) events.onHung(task);
  }

  function isBeyond(token: number, used: number, budget: number): boolean {
    if (used < budget + GRACE_MS) return false;
    if (overdue.token !== token) overdue = { token, used };
    return used - overdue.used >= CONFIRM_MS;
  }

  /**
   * Asks the worker for its CPU time in milliseconds; `undefined` where Node cannot tell, or the worker is
   * in native code.
   */
  async function askWorker(): Promise<number | undefined> {
    if (typeof worker.cpuUsage !== "function") return undefined;
    try {
      const usage = await Promise.race([worker.cpuUsage(), sleep(ASK_MS, undefined, UNHELD)]);
      return usage && (usage.user + usage.system) / 1000;
    } catch {
      // The worker has just ended.
      return undefined;
    }
  }

  return {
    wake: () => void (timer ??= setInterval(check, CHECK_MS)),
    stop,
    running,
    slice,
    isStill,
  };
}
