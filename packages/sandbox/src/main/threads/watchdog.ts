import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { monotonicMs } from "../../protocol/monotonic.ts";
import { WATCH } from "../../protocol/protocol.ts";
import { threadCpuMs } from "../../protocol/system-thread.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 5;

/** Milliseconds of computing in one slice from which on other calls do not wait behind it. */
const SLOW_MS = 10;

/** Milliseconds beyond its budget that a task may hang in native code. */
const GRACE_MS = 10;

/**
 * Milliseconds that a task computes after it was first seen beyond its budget. When a virtual machine is
 * held up, the system counts that time as computed, and whoever was running has done no harm.
 */
const CONFIRM_MS = 2;

/** Milliseconds that a task may take while it gets too little of a busy machine: its call is over by then. */
const STARVED_MS = 60_000;

/** Milliseconds that a worker is given to tell its CPU time, where the system does not. */
const ASK_MS = 20;

const UNHELD = { ref: false };

/** What a watchdog tells its owner. */
export interface WatchdogEvents {
  /** Milliseconds of CPU time that a task may still use. */
  budgetOf(task: number): number;
  /** The system's number of the worker's thread, where it tells. */
  systemThread(): number | undefined;
  /** Whether anything may be running. */
  isBusy(): boolean;
  /**
   * A task has computed for {@link SLOW_MS} without a pause. Returns whether others need not wait
   * behind it any more; else it is told again.
   */
  onSlow(task: number): boolean;
  /** A task is far beyond its budget: its worker must end. */
  onHung(task: number): void;
}

/** Watches what runs in a worker from outside, where a native loop stops nothing. */
export interface Watchdog {
  /** Looks from now on, as long as anything may be running. */
  wake(): void;
  stop(): void;
  /** The task that runs, 0 for none. */
  running(): number;
  /** Whether the same slice has been running all the while; a token from {@link slice}. */
  isStill(slice: number): boolean;
  /** A token of the slice that runs. */
  slice(): number;
}

/** Makes a worker's watchdog over the memory in which the worker shows what it does. */
export function createWatchdog(
  worker: Pick<Worker, "cpuUsage">,
  watch: SharedArrayBuffer,
  events: WatchdogEvents,
): Watchdog {
  const runningTask = new Int32Array(watch);
  const sliceStart = new Float64Array(watch);
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  /** The slice that nobody waits behind any more. */
  let told = 0;
  /** The slice that was seen beyond its budget last, and what it had used then. */
  let overdue = { token: 0, used: 0 };

  const running = (): number => Atomics.load(runningTask, WATCH.taskIndex);
  const slice = (): number => (running() === 0 ? 0 : (sliceStart[WATCH.startIndex] ?? 0));
  const isStill = (token: number): boolean => token !== 0 && slice() === token;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function look(): void {
    const token = slice();
    if (token === 0) {
      if (!events.isBusy()) stop();
      return;
    }
    const task = running();
    const ran = monotonicMs() - token;
    const budget = events.budgetOf(task);
    const mayBeSlow = told !== token && ran > SLOW_MS;
    if (isAsking || (!mayBeSlow && ran < budget + GRACE_MS)) return;
    void judge(task, token, budget);
  }

  /** Whoever only waits for a core is neither slow nor hung: the thread's CPU time decides. */
  async function judge(task: number, token: number, budget: number): Promise<void> {
    isAsking = true;
    const known = threadCpuMs(events.systemThread()) ?? (await askWorker());
    isAsking = false;
    if (!isStill(token)) return;
    const ran = monotonicMs() - token;
    const before = sliceStart[WATCH.cpuIndex] ?? 0;
    const used = known === undefined || before === 0 ? ran : known - before;
    if (told !== token && used > SLOW_MS && events.onSlow(task)) told = token;
    const isHung = isBeyond(token, used, budget) || ran >= Math.max(STARVED_MS, budget);
    if (isHung && isStill(token)) events.onHung(task);
  }

  function isBeyond(token: number, used: number, budget: number): boolean {
    if (used < budget + GRACE_MS) return false;
    if (overdue.token !== token) overdue = { token, used };
    return used - overdue.used >= CONFIRM_MS;
  }

  /** CPU time of the thread in milliseconds; `undefined` where Node cannot tell, or it is in native code. */
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
    wake: () => void (timer ??= setInterval(look, LOOK_MS)),
    stop,
    running,
    slice,
    isStill,
  };
}
