/**
 * The worker thread: one engine, and the calls that share it.
 *
 * Messages are processed one at a time. Each runs in a *watched section*, during which the watchdog in the
 * main thread sees which task is running.
 *
 * @module
 */
import { workerData } from "node:worker_threads";
import { recentThreadCpuMs } from "../protocol/cpu-time.ts";
import { createEngine } from "../machine/engine.ts";
import { monotonicMs } from "../protocol/monotonic.ts";
import { assertParentPort } from "./parent-port.ts";
import { type FromWorker, type ToWorker, WATCH, type WorkerData } from "../protocol/protocol.ts";
import { systemThreadId } from "../protocol/system-thread.ts";
import { emptyReport, failedTask } from "./task-failure.ts";
import { GuestCall } from "../machine/guest-call.ts";
import { createWorkerQueue, isSlice, type QueuedMessage, type ToTask } from "./worker-queue.ts";

const port = assertParentPort("worker.ts");
const data: WorkerData = workerData;
const runningTask = new Int32Array(data.watch);
const sliceStart = new Float64Array(data.watch);

const engine = await createEngine({
  ...data,
  watch(call, work) {
    watched(numbers.get(call) ?? 0, work);
  },
  onSuspended(call, suspended) {
    const task = numbers.get(call);
    if (task !== undefined) send({ type: "suspended", task, suspended });
  },
  onLost(call, outcome) {
    const task = numbers.get(call);
    if (task === undefined) return;
    calls.delete(task);
    send({ type: "lost", task, outcome });
  },
});
const calls = new Map<number, GuestCall>();
const numbers = new WeakMap<GuestCall, number>();
const queue = createWorkerQueue(port, (task) => send({ type: "skipped", task }));
let draining = false;

// Messages that arrive during `drain` are read from the port by the queue itself.
port.on("message", (message: ToWorker) => {
  queue.push(message);
  if (!draining) void drain();
});
send({ type: "ready", base: engine.base, systemThread: systemThreadId() });

/** Processes messages until none is left; only the replacement of a machine is asynchronous. */
async function drain(): Promise<void> {
  draining = true;
  for (let next = nextMessage(); next !== undefined; next = nextMessage()) {
    try {
      const preparing = prepareFor(next);
      if (preparing !== undefined) await preparing;
    } catch (error) {
      fail(next, error);
      continue;
    }
    handle(next);
  }
  draining = false;
}

/** Prefers answers to the resident call, whose memory need not be swapped. */
function nextMessage(): QueuedMessage | undefined {
  const { resident } = engine;
  return queue.next(resident === undefined ? undefined : numbers.get(resident));
}

/** Prepares the machine for a message that runs guest code. */
function prepareFor(message: QueuedMessage): Promise<void> | undefined {
  if (message.type === "load") return engine.prepare(message.limits.memoryBytes);
  if (message.type === "call") return engine.prepare(message.input.limits.memoryBytes);
  if (message.type === "suspend") {
    const { resident } = engine;
    const isResident = resident !== undefined && numbers.get(resident) === message.task;
    return isResident ? engine.prepare(data.memoryBytes) : undefined;
  }
  const call = message.type === "answer" ? calls.get(message.task) : undefined;
  return call === undefined ? undefined : engine.prepare(call.input.limits.memoryBytes, call);
}

/**
 * Processes a message in the watched section of its task. An error ends that task and discards the machine,
 * but never ends this thread.
 */
function handle(message: QueuedMessage): void {
  switch (message.type) {
    case "image":
      return engine.images.add(message.plugin, message.diff);
    case "forget":
      return engine.images.delete(message.plugin);
    default:
      watched(message.task, () => {
        try {
          handleTask(message);
        } catch (error) {
          fail(message, error);
        }
      });
  }
}

function handleTask(message: ToTask): void {
  switch (message.type) {
    case "load": {
      const { task, source, limits } = message;
      return send({ type: "loaded", task, outcome: engine.load(source, limits) });
    }
    case "call": {
      const { task, plugin, diff, input, suspended } = message;
      if (diff !== undefined) engine.images.add(plugin, diff);
      const image = engine.images.get(plugin);
      if (image === undefined) throw new Error(`no image of plugin ${plugin}`);
      if (suspended !== undefined) return keep(task, new GuestCall({ ...input, image }, suspended));
      const { call, outcome } = engine.start({ ...input, image });
      if (outcome.state === "waiting") keep(task, call);
      return send({ type: "slice", task, outcome });
    }
    case "answer": {
      const { task, answers } = message;
      const call = calls.get(task);
      const outcome = call === undefined ? undefined : engine.resume(call, answers);
      if (outcome?.state !== "waiting") calls.delete(task);
      // The task has ended, or the main thread has moved it.
      if (outcome === undefined) return send({ type: "skipped", task });
      return send({ type: "slice", task, outcome });
    }
    case "suspend":
      // `prepareFor` has suspended the call already.
      return;
    case "end": {
      const call = calls.get(message.task);
      calls.delete(message.task);
      if (call !== undefined) engine.drop(call);
    }
  }
}

/** Ends a message's task because of an error that the guest did not cause. */
function fail(message: QueuedMessage, error: unknown): void {
  engine.discardMachine();
  if (!("task" in message) || message.type === "end") return;
  const { task } = message;
  calls.delete(task);
  const failure = failedTask(error);
  if (message.type === "load") {
    send({ type: "loaded", task, outcome: { ok: false, failure, logs: [] } });
  } else {
    const outcome = { ...emptyReport(), state: "failed", failure } as const;
    send({ type: isSlice(message) ? "slice" : "lost", task, outcome });
  }
}

function keep(task: number, call: GuestCall): void {
  calls.set(task, call);
  numbers.set(call, task);
}

/**
 * Publishes the running task to the watchdog while the work runs. The task's number is stored last, so that
 * the watchdog never sees it with an old start time.
 */
function watched<Result>(task: number, work: () => Result): Result {
  sliceStart[WATCH.startIndex] = monotonicMs();
  sliceStart[WATCH.cpuIndex] = recentThreadCpuMs();
  Atomics.store(runningTask, WATCH.taskIndex, task);
  try {
    return work();
  } finally {
    Atomics.store(runningTask, WATCH.taskIndex, 0);
  }
}

function send(message: FromWorker): void {
  const requests = message.type === "slice" ? message.outcome.requests : [];
  const buffers = requests.flatMap(({ bytes }) => bytes.map(([, { buffer }]) => buffer));
  port.postMessage(message, buffers);
}
