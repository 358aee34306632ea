import type { Worker } from "node:worker_threads";
import { monotonicMs } from "./monotonic.ts";
import { WATCH } from "./protocol.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 5;

/** Milliseconds of computing in one slice from which on other calls do not wait behind it. */
const SLOW_MS = 10;

/** Milliseconds beyond its budget that a task may hang in native code. */
const GRACE_MS = 10;

/** How many times its budget a task may take while it gets too little of a busy machine. */
const STARVED = 10;

/** What a watchdog tells its owner. */
export interface WatchdogEvents {
  /** Milliseconds of CPU time that a task may still use. */
  budgetOf(task: number): number;
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
  worker: Worker,
  watch: SharedArrayBuffer,
  events: WatchdogEvents,
): Watchdog {
  const runningTask = new Int32Array(watch);
  const sliceStart = new Float64Array(watch);
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  /** The slice that nobody waits behind any more. */
  let told = 0;

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

  /** Asks for the thread's CPU time: whoever only waits for a core is neither slow nor hung. */
  async function judge(task: number, token: number, budget: number): Promise<void> {
    isAsking = true;
    const known = await cpuMs();
    isAsking = false;
    if (!isStill(token)) return;
    const ran = monotonicMs() - token;
    const used = known ?? ran;
    if (told !== token && used > SLOW_MS && events.onSlow(task)) told = token;
    const isStarved = used < budget && ran < budget * STARVED;
    if (ran >= budget + GRACE_MS && !isStarved && isStill(token)) events.onHung(task);
  }

  /** CPU time of the running slice in milliseconds; `undefined` where Node cannot tell. */
  async function cpuMs(): Promise<number | undefined> {
    const before = sliceStart[WATCH.cpuIndex] ?? 0;
    if (before === 0 || typeof worker.cpuUsage !== "function") return undefined;
    try {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1000 - before;
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
