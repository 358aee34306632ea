/**
 * The interface between worker threads and the parts of the main thread that use them.
 *
 * @module
 */
import type { Base, MemoryDiff } from "../../protocol/memory-image.ts";
import type { LoadOutcome, SliceOutcome, SuspendedCall } from "../../protocol/call-messages.ts";
import type { Failure } from "../../protocol/errors.ts";
import type { ToWorker } from "../../protocol/protocol.ts";
import type { SlicePrediction } from "./posted-slices.ts";

/** A load or a call that runs in a worker. */
export interface Task {
  /** Milliseconds of CPU time that the task may still use. */
  readonly cpuMs: number;
  /** The main thread has spent `ms` milliseconds on validating a message about the task. */
  onChecked?(ms: number): void;
  onLoaded?(outcome: LoadOutcome): void;
  onSlice?(outcome: SliceOutcome): void;
  /** The call was swapped out of the machine; it can continue from this state in any worker. */
  onSuspended?(suspended: SuspendedCall): void;
  /** The task computed for so long that its plugin is slow now. */
  onSlow?(): void;
  /**
   * Another task blocks the worker. Returns a function that moves this task elsewhere if possible, and
   * reports whether it did; undefined when it cannot move.
   */
  onBlocked?(): (() => boolean) | undefined;
  /**
   * The task hung or crashed the worker, possibly in a slice that continued after the task had been ended, or
   * the worker met an error while it ran the task.
   */
  onStrike?(): void;
  /** The worker has ended. A task that was not running may continue in another worker. */
  onLost(failure: Failure, wasRunning: boolean): void;
}

/** Why a worker ended. */
export interface WorkerEnd {
  readonly reason: "closed" | "crashed" | "hung";
  readonly wasReady: boolean;
  readonly error: unknown;
}

/** Events of a worker thread for the pool. */
export interface WorkerThreadEvents {
  /** A task has run for long; returns whether the pool keeps other tasks away from this thread. */
  onSlow(thread: WorkerThread): boolean;
  /** No task is left. */
  onIdle(thread: WorkerThread): void;
  /** A slice was posted. */
  onPosted(): void;
  /** A slice has ended: the thread can take another one. */
  onFree(): void;
  /** Called once, before the tasks are notified. Native code in the thread may still run for a while. */
  onEnd(thread: WorkerThread, end: WorkerEnd): void;
}

/** A worker thread as the main thread sees it. */
export interface WorkerThread {
  /** Node's id of the thread. */
  readonly id: number;
  /** Resolves with the base image when the worker is ready; rejects when it cannot start. */
  readonly ready: Promise<Base>;
  /** Whether it can run slices. */
  readonly isReady: boolean;
  /** Number of open tasks. */
  readonly load: number;
  /** Number of posted slices without an answer. */
  readonly inFlight: number;
  /** Predicted duration of these slices in milliseconds. */
  readonly expectedMs: number;
  /** Milliseconds since the running slice began; 0 when none runs. */
  readonly sliceMs: number;
  /** Number of posted slices of one plugin without an answer; the argument is the plugin's account. */
  inFlightOf(plugin: object): number;
  /** Registers a task and returns its number. */
  open(task: Task): number;
  close(task: number): void;
  /** Posts a message that is not a slice. */
  post(message: ToWorker): void;
  /** Posts a slice; the worker answers it exactly once. */
  postSlice(message: Extract<ToWorker, { task: number }>, prediction: SlicePrediction): void;
  /** Returns the plugin's diff if the worker lacks it; the worker's least recently used image is removed. */
  share(plugin: number, diff: MemoryDiff): { diff?: MemoryDiff };
  /** Removes a plugin's image from the worker. */
  forget(plugin: number): void;
  /** Lowers the thread's priority and moves all tasks that can move to other workers, except the running one. */
  makeSlow(): void;
  /** Tells the thread whether it has to leave its core to others, see `createCoreYield`. */
  yieldCore(isWanted: boolean): void;
  /** Terminates the worker; its tasks receive the failure. */
  terminate(failure: Failure): Promise<void>;
}
