import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Base } from "../../protocol/memory-image.ts";
import { CpuTimer } from "../../protocol/cpu-time.ts";
import type { Failure } from "../../protocol/errors.ts";
import { monotonicMs } from "../../protocol/monotonic.ts";
import { PostedSlices } from "./posted-slices.ts";
import {
  type FromWorker,
  type TaskMessage,
  WATCH,
  type WorkerData,
} from "../../protocol/protocol.ts";
import { lowerPriority } from "../../protocol/system-thread.ts";
import { countReleasedBytes } from "../../protocol/released-memory.ts";
import { TokenBucket } from "../fairness/token-bucket.ts";
import { SlotMap } from "../slot-map.ts";
import { nodeArguments, WORKER_FILE } from "./thread-files.ts";
import { createWatchdog } from "./watchdog.ts";
import type { Task, WorkerEnd, WorkerThread, WorkerThreadEvents } from "./task.ts";
import { parseWorkerMessage } from "./worker-messages.ts";

/** Stack of a worker in MiB: with less than 16, deep guest recursion overflows the host's stack. */
const STACK_MIB = 16;

/**
 * Young generation of a worker in MiB: each call leaves some kilobytes of garbage, and a small nursery
 * collects it early.
 */
const YOUNG_MIB = 8;

/** Milliseconds to wait for a starting worker before it is terminated. */
const START_MS = 2000;

/** Milliseconds to wait for a worker's end; native code in it may run longer. */
const END_MS = 1000;
const UNHELD = { ref: false };

/**
 * Bytes of dropped shared memory that a worker may report: each report may start the garbage collector (see
 * `countReleasedBytes`), so a compromised worker could keep it busy.
 */
const GARBAGE = { capacity: 268_435_456, perSecond: 67_108_864 };

/** Plugin images per worker. */
const IMAGES = 256;

/**
 * Starts a worker and tracks its tasks until it ends; tests pass a file that misbehaves.
 *
 * Whenever the worker ends, exactly one task may be to blame (`culprit`): the one that the watchdog saw
 * running or hanging, or the last one served. It gets a strike; the other tasks learn that they were not
 * running and continue elsewhere.
 */
export function startWorker(
  options: Omit<WorkerData, "watch">,
  events: WorkerThreadEvents,
  file: URL = WORKER_FILE,
): WorkerThread {
  const watch = new SharedArrayBuffer(WATCH.bytes);
  const words = new Int32Array(watch);
  const tasks = new SlotMap<Task>();
  /** Tasks that ended while the worker had a slice of theirs: if that slice hangs, the task is to blame. */
  const endedEarly = new Map<number, Task>();
  const worker = new Worker(file, {
    workerData: { ...options, watch } satisfies WorkerData,
    resourceLimits: { stackSizeMb: STACK_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
    execArgv: nodeArguments(file),
    // The engine needs no environment variables.
    env: {},
  });
  const id = worker.threadId;
  /** Plugins whose image the worker has, the least recently used first. */
  const images = new Set<number>();
  const posted = new PostedSlices();
  const checking = new CpuTimer();
  const garbage = new TokenBucket(GARBAGE, performance.now());
  /** The task that caused the worker's end; 0 while unknown. */
  let culpritNumber = 0;
  let reason: WorkerEnd["reason"] = "crashed";
  let closed: Failure | undefined;
  let isReady = false;
  let wasReady = false;
  let hasEnded = false;
  let systemThread: number | undefined;
  let lastError: unknown;

  const watchdog = createWatchdog(worker, watch, {
    // A task that has ended and whose slices are all answered cannot hang.
    budgetOf: (task) => (tasks.get(task) ?? endedEarly.get(task))?.cpuMs ?? Infinity,
    systemThread: () => systemThread,
    isBusy: () => tasks.size > 0 || posted.inFlight > 0,
    onSlow(number) {
      tasks.get(number)?.onSlow?.();
      return events.onSlow(thread);
    },
    onHung(number) {
      reason = "hung";
      giveUp(number);
    },
  });

  const starting = Promise.withResolvers<Base>();
  // An early failure is reported to the tasks; `ready` only matters to callers that await it.
  starting.promise.catch(() => {});
  worker.on("message", receive);
  worker.on("error", (error) => {
    lastError ??= error;
  });
  worker.on("exit", () => {
    end();
    // Who waits for the worker finds that the pool has noticed its end.
    starting.reject(lastError ?? new Error("the worker ended before it was ready"));
  });

  /**
   * Receives every message of the worker. A guest may have compromised the engine inside; an invalid
   * message terminates this worker and affects nothing else.
   */
  function receive(value: unknown): void {
    if (hasEnded) return;
    try {
      checking.start();
      const message = parseWorkerMessage(value);
      if (message.type === "ready") becomeReady(message);
      else if (message.type === "dropped") countDropped(message.bytes);
      else deliver(message);
    } catch (error) {
      lastError = error;
      giveUp(watchdog.running() || posted.lastServed);
    }
  }

  function countDropped(bytes: number): void {
    const now = performance.now();
    if (garbage.debtMs(now) > 0) return;
    garbage.take(bytes, now);
    countReleasedBytes(bytes);
  }

  function becomeReady(message: Extract<FromWorker, { type: "ready" }>): void {
    if (wasReady) throw new Error("the worker is ready twice");
    isReady = wasReady = true;
    unrefIfIdle();
    ({ systemThread } = message);
    starting.resolve(message.base);
  }

  /** An idle thread does not keep the process alive, unless a caller waits for its end. */
  function unrefIfIdle(): void {
    if (isReady && tasks.size === 0 && closed === undefined) worker.unref();
  }

  /**
   * Passes a message to its task; a task that was closed in the meantime is ignored, but its slice is
   * counted off.
   */
  function deliver(message: TaskMessage): void {
    const task = tasks.get(message.task);
    task?.onChecked?.(checking.estimated());
    if (message.type === "suspended") return task?.onSuspended?.(message.suspended);
    if (hasCrashed(message)) (task ?? endedEarly.get(message.task))?.onStrike?.();
    if (message.type === "lost") return task?.onSlice?.(message.outcome);
    posted.settle(message.task);
    if (!posted.has(message.task)) endedEarly.delete(message.task);
    if (message.type === "loaded") task?.onLoaded?.(message.outcome);
    if (message.type === "slice") task?.onSlice?.(message.outcome);
    events.onFree();
  }

  /** Terminates the worker and reports its end at once, without waiting for the thread. */
  function giveUp(number: number): void {
    culpritNumber = number;
    void worker.terminate();
    end();
  }

  /**
   * Reports the end once, whether it was noticed by the watchdog, a bad message or the thread's exit: first
   * to the pool, which starts a replacement, then to the tasks, which can then be scheduled in it.
   */
  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    isReady = false;
    watchdog.stop();
    worker.unref();
    if (culpritNumber === 0 && closed === undefined) culpritNumber = watchdog.running();
    const culprit = tasks.get(culpritNumber) ?? endedEarly.get(culpritNumber);
    const lost = tasks.entries().map(([number, task]) => {
      tasks.delete(number);
      return task;
    });
    endedEarly.clear();
    const why = closed === undefined ? reason : "closed";
    events.onEnd(thread, { reason: why, wasReady, error: lastError });
    if (closed === undefined) culprit?.onStrike?.();
    for (const task of lost) {
      const wasRunning = task === culprit && closed === undefined;
      const hung = wasRunning && why === "hung";
      task.onLost(hung ? hungFailure(task) : (closed ?? LOST), wasRunning);
    }
  }

  /**
   * Removes a task that has ended. Its posted slice may still run; until it is answered, the watchdog's
   * findings concern this task.
   */
  function close(number: number): void {
    const task = tasks.delete(number);
    if (task === undefined) return;
    if (posted.has(number)) endedEarly.set(number, task);
    if (tasks.size > 0) return;
    unrefIfIdle();
    if (watchdog.running() === 0 && posted.inFlight === 0) watchdog.stop();
    events.onIdle(thread);
  }

  const thread: WorkerThread = {
    id,
    ready: starting.promise,
    get isReady() {
      return isReady;
    },
    get load() {
      return tasks.size;
    },
    get inFlight() {
      return posted.inFlight;
    },
    get expectedMs() {
      return posted.expectedMs;
    },
    get sliceMs() {
      const began = watchdog.slice();
      return began === 0 ? 0 : monotonicMs() - began;
    },
    open(task) {
      worker.ref();
      watchdog.wake();
      return tasks.add(task);
    },
    close,
    post(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      if (!hasEnded) worker.postMessage(message);
    },
    inFlightOf: (plugin) => posted.inFlightOf(plugin),
    postSlice(message, prediction) {
      posted.add(message.task, prediction);
      events.onPosted();
      thread.post(message);
    },
    share(plugin, diff) {
      const known = images.delete(plugin);
      images.add(plugin);
      const [oldest] = images;
      if (images.size > IMAGES && oldest !== undefined) thread.forget(oldest);
      return known ? {} : { diff };
    },
    forget(plugin) {
      if (images.delete(plugin)) thread.post({ type: "forget", plugin });
    },
    /**
     * Gives the thread the slow role. The running call stays. Which tasks can move is decided before
     * anything is claimed, and only acted upon if no other slice has started meanwhile.
     */
    makeSlow() {
      lowerPriority(systemThread);
      const slice = watchdog.slice();
      const running = watchdog.running();
      const moves: (() => boolean)[] = [];
      for (const [number, task] of tasks.entries()) {
        const move = number === running ? undefined : task.onBlocked?.();
        if (move === undefined) continue;
        moves.push(() => {
          if (!move()) return false;
          close(number);
          thread.post({ type: "end", task: number });
          return true;
        });
      }
      // A call without suspended memory can only move if no other slice has started in the meantime; then
      // it has certainly not begun.
      if (watchdog.isStill(slice)) for (const move of moves) move();
    },
    yieldCore(isWanted) {
      Atomics.store(words, WATCH.yieldIndex, isWanted ? 1 : 0);
    },
    async terminate(failure) {
      closed ??= failure;
      // Node may crash when a thread is terminated while it loads its modules.
      if (!isReady && !hasEnded) {
        await Promise.race([starting.promise.catch(() => {}), sleep(START_MS, undefined, UNHELD)]);
      }
      watchdog.stop();
      await Promise.race([worker.terminate(), sleep(END_MS, undefined, UNHELD)]);
      end();
    },
  };
  return thread;
}

/** Whether an error occurred in the worker itself while it ran the message's task; the thread continues. */
function hasCrashed(message: TaskMessage): boolean {
  if (!("outcome" in message)) return false;
  return "damage" in message.outcome && message.outcome.damage === "worker";
}

const LOST: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "the worker that ran the plugin has ended; try again",
};

function hungFailure(task: Task): Failure {
  return {
    code: "SANDBOX_CPU_LIMIT",
    message: `the plugin computed for more than ${Math.round(task.cpuMs)} ms and could not be interrupted: is there a regular expression or a built-in function with a large input, or a loop that does not end?`,
  };
}
