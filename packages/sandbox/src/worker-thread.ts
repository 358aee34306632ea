import { Worker } from "node:worker_threads";
import type { Base } from "./base-image.ts";
import type { LoadOutcome, SliceOutcome } from "./engine.ts";
import type { Failure } from "./errors.ts";
import type { Delta } from "./image.ts";
import type { ParkedCall } from "./vm-call.ts";
import { type FromWorker, monotonicMs, type ToWorker, WATCH, type WorkerData } from "./protocol.ts";

/** Stack of a worker in MiB: beneath 16, deep guest recursion becomes a host error. */
const STACK_MIB = 16;

/** Milliseconds between two looks of the watchdog. */
const LOOK_MS = 20;

/** Milliseconds beyond its budget that a task may hang in native code. */
const GRACE_MS = 30;

/** How many times its budget a task may take while it gets too little of a busy machine. */
const STARVED = 10;

/** Plugin images that a worker keeps. */
const IMAGES = 256;

/** The owner of a task: a load or a call. */
export interface Task {
  /** Milliseconds that the task may still run. */
  readonly cpuMs: number;
  onLoaded?(outcome: LoadOutcome): void;
  onSlice?(outcome: SliceOutcome): void;
  /** The call made room for another: this is what it goes on from, in whatever worker. */
  onParked?(parked: ParkedCall): void;
  /** The worker has ended. Whoever was not running may go on in another. */
  onLost(failure: Failure, wasRunning: boolean): void;
}

/** A worker thread as its main thread sees it. */
export interface WorkerThread {
  /** Resolves with the base image when the worker can run; rejects when it cannot start. */
  readonly ready: Promise<Base>;
  /** Tasks that have not ended. */
  readonly load: number;
  /** Numbers a task and takes its messages. */
  open(task: Task): number;
  close(task: number): void;
  post(message: ToWorker): void;
  /** The plugin's delta if the worker lacks it; the least recently used is forgotten. */
  share(plugin: number, delta: Delta): { delta?: Delta };
  /** Ends the worker; its tasks are told why. */
  terminate(failure: Failure): Promise<void>;
}

/** Starts a worker; `onExit` is called once when it has ended, for whatever reason. */
export function startWorker(
  options: Omit<WorkerData, "watch">,
  onExit: (wasReady: boolean, error: unknown) => void,
): WorkerThread {
  const watch = new SharedArrayBuffer(WATCH.bytes);
  const runningTask = new Int32Array(watch);
  const sliceStart = new Float64Array(watch);
  const tasks = new Map<number, Task>();
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? "./worker.ts" : "./worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: { ...options, watch } satisfies WorkerData,
    resourceLimits: { stackSizeMb: STACK_MIB },
    execArgv: isSource ? ["--conditions=@botwright/source"] : [],
    // The engine needs nothing of the environment.
    env: {},
  });
  /** Plugins that the worker has, the least recently used first. */
  const images = new Set<number>();
  let lastTask = 0;
  let killed = 0;
  let largestBudget = 0;
  let asking = false;
  let reason = LOST;
  let isReady = false;
  let lastError: unknown;
  let timer: NodeJS.Timeout | undefined;

  const ready = new Promise<Base>((resolve, reject) => {
    worker.on("message", (message: FromWorker) => {
      if (message.type === "ready") {
        isReady = true;
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
    clearInterval(timer);
    const running = Atomics.load(runningTask, WATCH.taskIndex);
    const lost = [...tasks];
    tasks.clear();
    onExit(isReady, lastError);
    for (const [number, task] of lost) {
      task.onLost(number === killed ? hung(task) : reason, number === running);
    }
  }

  /** Ends a worker that hangs in native code, where no deadline inside of it helps. */
  function look(): void {
    const number = Atomics.load(runningTask, WATCH.taskIndex);
    if (number === 0) {
      if (tasks.size === 0) stopLooking();
      return;
    }
    // A call that was ended from outside may still hang.
    const budget = tasks.get(number)?.cpuMs ?? largestBudget;
    const since = sliceStart[WATCH.startIndex] ?? 0;
    const ran = monotonicMs() - since;
    if (ran < budget + GRACE_MS || asking) return;
    void judge(number, since, ran, budget);
  }

  /** Ends the worker unless the task has just come back, or only waits for a core. */
  async function judge(number: number, since: number, ran: number, budget: number): Promise<void> {
    asking = true;
    const used = await cpuMs();
    asking = false;
    const isOver = sliceStart[WATCH.startIndex] !== since;
    const isStarved = used !== undefined && used < budget && ran < budget * STARVED;
    if (isOver || isStarved || Atomics.load(runningTask, WATCH.taskIndex) !== number) return;
    killed = number;
    await worker.terminate();
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

  function stopLooking(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function send(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message);
  }

  return {
    ready,
    get load() {
      return tasks.size;
    },
    open(task) {
      lastTask++;
      tasks.set(lastTask, task);
      largestBudget = Math.max(largestBudget, task.cpuMs);
      timer ??= setInterval(look, LOOK_MS);
      return lastTask;
    },
    close(task) {
      tasks.delete(task);
      const idle = tasks.size === 0 && Atomics.load(runningTask, WATCH.taskIndex) === 0;
      if (idle) stopLooking();
    },
    post(message) {
      send(message);
    },
    share(plugin, delta) {
      const known = images.delete(plugin);
      images.add(plugin);
      const [oldest] = images;
      if (images.size > IMAGES && oldest !== undefined) {
        images.delete(oldest);
        send({ type: "forget", plugin: oldest });
      }
      return known ? {} : { delta };
    },
    async terminate(failure) {
      reason = failure;
      await worker.terminate();
    },
  };
}

const LOST: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "the worker that ran the plugin has ended; try again",
};

function hung(task: Task): Failure {
  return {
    code: "SANDBOX_CPU_LIMIT",
    message: `the plugin hung in native code for more than ${Math.round(task.cpuMs)} ms`,
  };
}
