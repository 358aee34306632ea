/**
 * What the main thread's parts know of a worker thread, and a worker thread of them.
 *
 * @module
 */
import type { Base } from "../../machine/base-image.ts";
import type { SuspendedCall } from "../../protocol/call-messages.ts";
import type { LoadOutcome, SliceOutcome } from "../../machine/engine.ts";
import type { Failure } from "../../protocol/errors.ts";
import type { MemoryDiff } from "../../machine/image.ts";
import type { ToWorker } from "../../protocol/protocol.ts";

/** The owner of a task: a load or a call. */
export interface Task {
  /** Milliseconds of CPU time that the task may still use. */
  readonly cpuMs: number;
  onLoaded?(outcome: LoadOutcome): void;
  onSlice?(outcome: SliceOutcome): void;
  /** The call made room for another: this is what it goes on from, in whatever worker. */
  onSuspended?(suspended: SuspendedCall): void;
  /** The task computes for so long that it belongs to the slow ones. */
  onSlow?(): void;
  /** Another task has the worker for long. Returns how to go on elsewhere, if it can; that tells whether it has. */
  onBlocked?(): (() => boolean) | undefined;
  /** It took the worker down, maybe by a slice that went on after the task had been ended. */
  onStrike?(): void;
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
  /** A slice has ended: there is room for another. */
  onFree(): void;
  /** Called once, before the tasks are told. The thread itself may go on for a while in native code. */
  onEnd(thread: WorkerThread, end: WorkerEnd): void;
}

/** A worker thread as its main thread sees it. */
export interface WorkerThread {
  /** Node's number of the thread. */
  readonly id: number;
  /** Resolves with the base image when the worker can run; rejects when it cannot start. */
  readonly ready: Promise<Base>;
  /** Whether it can run slices. */
  readonly isReady: boolean;
  /** Tasks that have not ended. */
  readonly load: number;
  /** Slices that were posted and have not come back. */
  readonly inFlight: number;
  /** Milliseconds that those are thought to take. */
  readonly expectedMs: number;
  /** Numbers a task and takes its messages. */
  open(task: Task): number;
  close(task: number): void;
  /** Posts what is no slice. */
  post(message: ToWorker): void;
  /** Posts a slice: exactly one answer comes for it. */
  postSlice(message: Extract<ToWorker, { task: number }>, expectedMs: number): void;
  /** The plugin's diff if the worker lacks it; the least recently used is forgotten. */
  share(plugin: number, diff: MemoryDiff): { diff?: MemoryDiff };
  /** Lets the worker forget a plugin's image. */
  forget(plugin: number): void;
  /** From now on others go first, and every task but the running one goes on elsewhere. */
  makeSlow(): void;
  /** Ends the worker; its tasks are told why. */
  terminate(failure: Failure): Promise<void>;
}
