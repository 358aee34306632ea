import type {
  CallInput,
  HostAnswer,
  GuestLimits,
  LoadOutcome,
  SliceOutcome,
  SuspendedCall,
} from "./call-messages.ts";
import type { Base, MemoryDiff } from "./memory-image.ts";

/** The `workerData` of a worker. */
export interface WorkerData {
  readonly wasmModule: WebAssembly.Module;
  readonly memoryBytes: number;
  /** Absent for a first worker that has to build it. */
  readonly base?: Base;
  /** See {@link WATCH}. */
  readonly watch: SharedArrayBuffer;
}

/**
 * The shared memory in which a worker publishes to the watchdog: the number of the running task (0 for
 * none), the start of its slice, and the thread's CPU time at that start. The main thread writes the last word: 1
 * while the worker has to leave its core to others. `taskIndex` and `yieldIndex` count 32-bit words, `startIndex`
 * and `cpuIndex` 64-bit words.
 */
export const WATCH = {
  bytes: 32,
  taskIndex: 0,
  startIndex: 1,
  cpuIndex: 2,
  yieldIndex: 6,
} as const;

/**
 * Messages to a worker. The main thread numbers tasks (loads and calls) from 1. `load`, `call` without
 * `suspended`, and `answer` are slices: the worker answers each with exactly one `loaded`, `slice` or
 * `skipped`.
 */
export type ToWorker =
  | { type: "load"; task: number; source: string; limits: GuestLimits }
  | {
      type: "call";
      task: number;
      plugin: number;
      /** With the plugin's first call in this worker. */
      diff?: MemoryDiff;
      input: Omit<CallInput, "image">;
      /** For a call that started in another worker. */
      suspended?: SuspendedCall;
      /** See {@link SHORT_SLICE_MS}. */
      isShort?: boolean;
    }
  | { type: "answer"; task: number; answers: readonly HostAnswer[]; isShort?: boolean }
  /** Suspends a waiting call, so that it can continue elsewhere. */
  | { type: "suspend"; task: number }
  | { type: "end"; task: number }
  | { type: "forget"; plugin: number };

/**
 * Milliseconds of CPU time of a short slice. While there are slow workers, a plugin that is not proven has short slices
 * in fast workers: the worker cuts off a longer one, and the same slice runs again in a slow worker, so that it delays
 * no other plugin. Before the slice, the call's memory is copied out of the machine, so that it can run again.
 */
export const SHORT_SLICE_MS = 8;

/** The first message of a worker, sent before it runs any guest code. */
export interface ReadyMessage {
  type: "ready";
  base: Base;
  systemThread: number | undefined;
}

/** A worker's message about a task. */
export type TaskMessage =
  | { type: "loaded"; task: number; outcome: LoadOutcome }
  | { type: "suspended"; task: number; suspended: SuspendedCall }
  | { type: "slice"; task: number; outcome: SliceOutcome }
  /** A waiting call has ended between two slices. */
  | { type: "lost"; task: number; outcome: SliceOutcome }
  /** The task had ended before its slice started. */
  | { type: "skipped"; task: number };

/** The worker has given up references to shared memory: see `countReleasedBytes`. */
export interface DroppedMessage {
  type: "dropped";
  /** @minimum 0 */
  bytes: number;
}

/** Messages from a worker. */
export type FromWorker = ReadyMessage | TaskMessage | DroppedMessage;
