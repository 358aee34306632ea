import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Base } from "./base-image.ts";
import type { LoadOutcome, SliceOutcome } from "./engine.ts";
import type { Failure } from "./errors.ts";
import type { Delta } from "./image.ts";
import type { ParkedCall } from "./call-messages.ts";
import { type FromWorker, type ToWorker, WATCH, type WorkerData } from "./protocol.ts";
import { lowerPriority } from "./thread-priority.ts";
import { createWatchdog } from "./watchdog.ts";

/** Stack of a worker in MiB: beneath 16, deep guest recursion becomes a host error. */
const STACK_MIB = 16;

/** New objects of a worker in MiB: a call leaves some kilobytes of garbage, which need not pile up. */
const YOUNG_MIB = 8;

/** Milliseconds that a worker is given to start before it is ended all the same. */
const START_MS = 2000;
const UNHELD = { ref: false };

/** Plugin images that a worker knows. */
const IMAGES = 256;

/** The owner of a task: a load or a call. */
export interface Task {
  /** Milliseconds of CPU time that the task may still use. */
  readonly cpuMs: number;
  onLoaded?(outcome: LoadOutcome): void;
  onSlice?(outcome: SliceOutcome): void;
  /** The call made room for another: this is what it goes on from, in whatever worker. */
  onParked?(parked: ParkedCall): void;
  /** The task computes for so long that it belongs to the slow ones. */
  onSlow?(): void;
  /**
   * Another task has the worker for long. Returns how to go on elsewhere, if it can; what that returns
   * is `false` when the worker was quicker and the task stays.
   */
  onBlocked?(): (() => boolean | void) | undefined;
  /** The worker has ended. Whoever was not running may go on in another. */
  onLost(failure: Failure, wasRunning: boolean): void;
}

/** Why a worker has ended. */
export interface WorkerEnd {
  readonly reason: "closed" | "crashed" | "hung";
  readonly wasReady: boolean;
  readonly error: unknown;
}

/** What a worker thread tells its owner. */
export interface WorkerThreadEvents {
  /** A task has run for long: returns whether others are kept away from this thread. */
  onSlow(thread: WorkerThread): boolean;
  /** No task is left. */
  onIdle(thread: WorkerThread): void;
  /** Called once, before the tasks are told. */
  onEnd(thread: WorkerThread, end: WorkerEnd): void;
}

/** A worker thread as its main thread sees it. */
export interface WorkerThread {
  /** Node's number of the thread. */
  readonly id: number;
  /** Resolves with the base image when the worker can run; rejects when it cannot start. */
  readonly ready: Promise<Base>;
  readonly isReady: boolean;
  /** Tasks that have not ended. */
  readonly load: number;
  /** Numbers a task and takes its messages. */
  open(task: Task): number;
  close(task: number): void;
  post(message: ToWorker): void;
  /** The plugin's delta if the worker lacks it; the least recently used is forgotten. */
  share(plugin: number, delta: Delta): { delta?: Delta };
  /** From now on others go first, and every task but the running one goes on elsewhere. */
  makeSlow(): void;
  /** Ends the worker; its tasks are told why. */
  terminate(failure: Failure): Promise<void>;
}

/** Starts a worker. */
export function startWorker(
  options: Omit<WorkerData, "watch">,
  events: WorkerThreadEvents,
): WorkerThread {
  const watch = new SharedArrayBuffer(WATCH.bytes);
  const tasks = new Map<number, Task>();
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? "./worker.ts" : "./worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: { ...options, watch } satisfies WorkerData,
    resourceLimits: { stackSizeMb: STACK_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
    execArgv: isSource ? ["--conditions=@botwright/source"] : [],
    // The engine needs nothing of the environment.
    env: {},
  });
  const id = worker.threadId;
  /** Plugins that the worker has, the least recently used first. */
  const images = new Set<number>();
  let lastTask = 0;
  let hung = 0;
  let largestBudget = 0;
  let closed: Failure | undefined;
  let isReady = false;
  let systemThread: number | undefined;
  let lastError: unknown;

  const watchdog = createWatchdog(worker, watch, {
    // A call that was ended from outside may still run.
    budgetOf: (task) => tasks.get(task)?.cpuMs ?? largestBudget,
    isBusy: () => tasks.size > 0,
    onSlow(number) {
      tasks.get(number)?.onSlow?.();
      return events.onSlow(thread);
    },
    onHung(number) {
      hung = number;
      void worker.terminate();
    },
  });

  const ready = new Promise<Base>((resolve, reject) => {
    worker.on("message", (message: FromWorker) => {
      if (message.type === "ready") {
        isReady = true;
        // A thread without tasks holds no process.
        if (tasks.size === 0) worker.unref();
        ({ systemThread } = message);
        resolve(message.base);
      } else deliver(message);
    });
    worker.on("error", (error) => {
      lastError = error;
      reject(error);
    });
    worker.on("exit", () => {
      reject(new Error("the worker ended before it was ready"));
      end();
    });
  });
  // Whoever needs it awaits it; an early end is told to the tasks.
  ready.catch(() => {});

  function deliver(message: Exclude<FromWorker, { type: "ready" }>): void {
    const task = tasks.get(message.task);
    if (message.type === "loaded") task?.onLoaded?.(message.outcome);
    if (message.type === "slice") task?.onSlice?.(message.outcome);
    if (message.type === "parked") task?.onParked?.(message.parked);
  }

  function end(): void {
    watchdog.stop();
    const running = watchdog.running();
    const lost = [...tasks];
    tasks.clear();
    const reason = closed !== undefined ? "closed" : hung === 0 ? "crashed" : "hung";
    events.onEnd(thread, { reason, wasReady: isReady, error: lastError });
    for (const [number, task] of lost) {
      task.onLost(number === hung ? hungFailure(task) : (closed ?? LOST), number === running);
    }
  }

  function close(number: number): void {
    if (!tasks.delete(number) || tasks.size > 0) return;
    if (isReady) worker.unref();
    if (watchdog.running() === 0) watchdog.stop();
    events.onIdle(thread);
  }

  const thread: WorkerThread = {
    id,
    ready,
    get isReady() {
      return isReady;
    },
    get load() {
      return tasks.size;
    },
    open(task) {
      lastTask++;
      tasks.set(lastTask, task);
      worker.ref();
      largestBudget = Math.max(largestBudget, task.cpuMs);
      watchdog.wake();
      return lastTask;
    },
    close,
    post(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(message);
    },
    share(plugin, delta) {
      const known = images.delete(plugin);
      images.add(plugin);
      const [oldest] = images;
      if (images.size > IMAGES && oldest !== undefined) {
        images.delete(oldest);
        thread.post({ type: "forget", plugin: oldest });
      }
      return known ? {} : { delta };
    },
    makeSlow() {
      lowerPriority(systemThread);
      const slice = watchdog.slice();
      const running = watchdog.running();
      const moves: (() => void)[] = [];
      for (const [number, task] of tasks) {
        const move = number === running ? undefined : task.onBlocked?.();
        if (move === undefined) continue;
        moves.push(() => {
          if (move() === false) return;
          close(number);
          thread.post({ type: "end", task: number });
        });
      }
      // What they took along is sound only if nothing else has run in the meantime.
      if (watchdog.isStill(slice)) for (const move of moves) move();
    },
    async terminate(failure) {
      closed = failure;
      // Node is not at its best when a thread is ended while it still loads its modules.
      if (!isReady) await Promise.race([ready.catch(() => {}), sleep(START_MS, undefined, UNHELD)]);
      watchdog.stop();
      await worker.terminate();
    },
  };
  return thread;
}

const LOST: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "the worker that ran the plugin has ended; try again",
};

function hungFailure(task: Task): Failure {
  return {
    code: "SANDBOX_CPU_LIMIT",
    message: `the plugin hung in native code for more than ${Math.round(task.cpuMs)} ms`,
  };
}
