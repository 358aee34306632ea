/**
 * The worker thread: one executor, and the calls that share it.
 *
 * The main thread numbers the tasks (loads and calls) and decides what runs where; this thread runs guest
 * code and reports. Three kinds of data cross: messages, images and suspended calls in shared memory, and
 * the watchdog's words. The main thread trusts none of them, because a guest may have compromised the
 * engine: it validates each message.
 *
 * Messages are processed one at a time. Each runs in a *watched section*, during which the watchdog in the
 * main thread sees which task is running. A guest that never returns blocks this thread's event loop, so
 * only another thread can detect it; the watchdog then terminates this one.
 */
import { workerData } from "node:worker_threads";
import { recentThreadCpuMs } from "../protocol/cpu-time.ts";
import { createCoreYield } from "./core-yield.ts";
import { createExecutor } from "../machine/executor.ts";
import { monotonicMs } from "../protocol/monotonic.ts";
import type { Damage } from "../protocol/errors.ts";
import { assertParentPort } from "./parent-port.ts";
import { type FromWorker, type ToWorker, WATCH, type WorkerData } from "../protocol/protocol.ts";
import { systemThreadId } from "../protocol/system-thread.ts";
import { countReleasedBytes } from "../protocol/released-memory.ts";
import { emptyReport, failedTask } from "./task-failure.ts";
import { GuestCall } from "../machine/calls/guest-call.ts";
import { createWorkerQueue, isSlice, type QueuedMessage, type ToTask } from "./worker-queue.ts";

/** Milliseconds between two trims, which drop buffers for suspended calls that were not needed since the last trim. */
const TRIM_MS = 2000;

const port = assertParentPort("worker.ts");
const data: WorkerData = workerData;
/** The words that this thread shares with the main thread. */
const words = new Int32Array(data.watch);
const sliceStart = new Float64Array(data.watch);

const executor = await createExecutor({
  ...data,
  yieldCore: createCoreYield(() => Atomics.load(words, WATCH.yieldIndex) === 1),
  watch(call, work) {
    watched(numbers.get(call) ?? 0, work);
  },
  onDropped(bytes) {
    countReleasedBytes(bytes);
    send({ type: "dropped", bytes });
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
// The calls that wait for the host, by task, and the reverse. A call is in `calls` from the slice after
// which it waits until it ends, is lost or is moved to another worker.
const calls = new Map<number, GuestCall>();
const numbers = new WeakMap<GuestCall, number>();
const queue = createWorkerQueue(
  port,
  (task) => send({ type: "skipped", task }),
  () => {
    executor.prewarm();
  },
);
let draining = false;

// Node delivers no event while `drain` runs guest code; the queue then reads the port itself. Only when
// `drain` awaits a new machine does an event occur in between: it adds to the queue, and `drain` continues
// with it.
port.on("message", (message: ToWorker) => {
  queue.push(message);
  if (!draining) void drain();
});
setInterval(() => executor.trim(), TRIM_MS).unref();
send({ type: "ready", base: executor.base, systemThread: systemThreadId() });

/**
 * Processes messages until none is left; only the replacement of a machine is asynchronous. Between the
 * last look into the queue and the end of `draining` nothing is awaited, so that no message is left behind.
 */
async function drain(): Promise<void> {
  draining = true;
  for (let next = nextMessage(); next !== undefined; next = nextMessage()) {
    try {
      const preparing = prepareFor(next);
      if (preparing !== undefined) await preparing;
    } catch (error) {
      // No task is to blame for a machine that cannot be created.
      Atomics.store(words, WATCH.taskIndex, 0);
      fail(next, error);
      continue;
    }
    handle(next);
  }
  draining = false;
}

/** Returns the next message; prefers answers to the resident call, because its memory is already in the machine. */
function nextMessage(): QueuedMessage | undefined {
  const { resident } = executor;
  return queue.next(resident === undefined ? undefined : numbers.get(resident));
}

/**
 * Prepares the machine for a message that runs guest code: suspends the resident call if it is another one,
 * and replaces a machine that does not suit the memory limit. It runs before the watched section of the
 * message; the executor watches the suspension itself, in the name of the call that it suspends.
 */
function prepareFor(message: QueuedMessage): Promise<void> | undefined {
  if (message.type === "load") return executor.prepare(message.limits.memoryBytes);
  if (message.type === "call") return executor.prepare(message.input.limits.memoryBytes);
  if (message.type === "suspend") {
    const { resident } = executor;
    const isResident = resident !== undefined && numbers.get(resident) === message.task;
    return isResident ? executor.prepare(data.memoryBytes) : undefined;
  }
  if (message.type !== "answer") return undefined;
  const call = calls.get(message.task);
  // Before a short slice the memory of the call itself is copied too.
  const stays = message.isShort === true ? undefined : call;
  return call === undefined ? undefined : executor.prepare(call.input.limits.memoryBytes, stays);
}

/**
 * Processes a message in the watched section of its task. An error ends that task and discards the machine,
 * but never ends this thread.
 */
function handle(message: QueuedMessage): void {
  switch (message.type) {
    case "image":
      return executor.images.add(message.plugin, message.diff);
    case "forget":
      return executor.images.delete(message.plugin);
    default:
      watched(message.task, () => {
        try {
          handleTask(message);
        } catch (error) {
          fail(message, error, "worker");
        }
      });
  }
}

/**
 * Processes a message of a task. Each slice (`load`, `answer`, and `call` unless it was suspended) is
 * answered with exactly one message.
 */
function handleTask(message: ToTask): void {
  switch (message.type) {
    case "load": {
      const { task, source, limits } = message;
      const outcome = executor.load(source, limits);
      send({ type: "loaded", task, outcome });
      // The main thread keeps the image. Its shared memory is freed only after this thread has collected it as well.
      if (outcome.ok) countReleasedBytes(outcome.diff.bytes.byteLength);
      return;
    }
    case "call": {
      const { task, plugin, diff, input, suspended, isShort } = message;
      if (diff !== undefined) executor.images.add(plugin, diff);
      const image = executor.images.get(plugin);
      if (image === undefined) throw new Error(`no image of plugin ${plugin}`);
      // A call that another worker has suspended: it only continues here with its next `answer`.
      if (suspended !== undefined) return keep(task, new GuestCall({ ...input, image }, suspended));
      const { call, outcome } = executor.start({ ...input, image }, isShort);
      if (outcome.state === "waiting") keep(task, call);
      return send({ type: "slice", task, outcome });
    }
    case "answer": {
      const { task, answers, isShort } = message;
      const call = calls.get(task);
      const outcome = call === undefined ? undefined : executor.resume(call, answers, isShort);
      if (outcome?.state !== "waiting") calls.delete(task);
      // The task has ended, or the main thread has claimed its memory and moved it to another worker.
      if (outcome === undefined) return send({ type: "skipped", task });
      return send({ type: "slice", task, outcome });
    }
    case "suspend":
      // `prepareFor` has suspended the call already.
      return;
    case "end": {
      const call = calls.get(message.task);
      calls.delete(message.task);
      if (call !== undefined) executor.drop(call);
    }
  }
}

/**
 * Ends a message's task because of an error of this worker. The machine is discarded, because the error may
 * have left its memory in an inconsistent state. Suspended calls are stored outside of the machine, so they
 * can continue in the next one.
 *
 * @param damage `worker` if the error occurred while the task ran, so that the task gets a strike
 */
function fail(message: QueuedMessage, error: unknown, damage?: Damage): void {
  executor.discardMachine();
  if (!("task" in message) || message.type === "end") return;
  const { task } = message;
  calls.delete(task);
  const failed = { failure: failedTask(error), ...(damage !== undefined && { damage }) };
  if (message.type === "load") {
    send({ type: "loaded", task, outcome: { ok: false, logs: [], cpuMs: 0, ...failed } });
  } else {
    const outcome = { ...emptyReport(), state: "failed", ...failed } as const;
    send({ type: isSlice(message) ? "slice" : "lost", task, outcome });
  }
}

/** Registers a call that waits for the host. */
function keep(task: number, call: GuestCall): void {
  calls.set(task, call);
  numbers.set(call, task);
}

/**
 * Publishes the running task to the watchdog while the work runs. The task's number is stored last, so that
 * the watchdog never sees it with an old start time. If the work throws, this thread ends and the number stays set,
 * so that the main thread can read which task ran.
 */
function watched<Result>(task: number, work: () => Result): Result {
  sliceStart[WATCH.startIndex] = monotonicMs();
  sliceStart[WATCH.cpuIndex] = recentThreadCpuMs();
  Atomics.store(words, WATCH.taskIndex, task);
  const result = work();
  Atomics.store(words, WATCH.taskIndex, 0);
  return result;
}

/**
 * Sends a message, and transfers the byte arguments of its requests instead of copying them: they are
 * already copies made for this message, see `readBytes` in `host-functions.ts`.
 */
function send(message: FromWorker): void {
  const requests = message.type === "slice" ? message.outcome.requests : [];
  const buffers = requests.flatMap(({ bytes }) => bytes.map(([, { buffer }]) => buffer));
  port.postMessage(message, buffers);
}
