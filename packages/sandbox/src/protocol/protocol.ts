import type { Base } from "../machine/base-image.ts";
import type { LoadLimits, LoadOutcome, SliceOutcome } from "../machine/engine.ts";
import type { MemoryDiff } from "../machine/image.ts";
import type { CallInput, HostAnswer, SuspendedCall } from "./call-messages.ts";

/** What a worker is born with. */
export interface WorkerData {
  readonly wasmModule: WebAssembly.Module;
  readonly memoryBytes: number;
  /** Absent for the first worker, which builds it. */
  readonly base?: Base;
  /** See {@link WATCH}. */
  readonly watch: SharedArrayBuffer;
}

/**
 * What a worker shows to the watchdog: the number of the task that runs, 0 for none; since when; and
 * how much CPU time the thread had used by then.
 */
export const WATCH = { bytes: 24, taskIndex: 0, startIndex: 1, cpuIndex: 2 } as const;

/**
 * Messages to a worker. Tasks (loads and calls) are numbered from 1 by the main thread. `load`, `call`
 * without `suspended`, and `answer` are slices: exactly one `loaded`, `slice` or `skipped` answers each.
 */
export type ToWorker =
  | { type: "load"; task: number; source: string; limits: LoadLimits }
  | {
      type: "call";
      task: number;
      plugin: number;
      /** With the first call of a plugin in this worker. */
      diff?: MemoryDiff;
      input: Omit<CallInput, "image">;
      /** Of a call that began in another worker. */
      suspended?: SuspendedCall;
    }
  | { type: "answer"; task: number; answers: readonly HostAnswer[] }
  /** Takes a waiting call's memory out of the machine, so that it can go on elsewhere. */
  | { type: "suspend"; task: number }
  | { type: "end"; task: number }
  | { type: "forget"; plugin: number };

/** The first message from a worker, before it has run any guest. */
export interface ReadyMessage {
  type: "ready";
  base: Base;
  systemThread: number | undefined;
}

/** What a worker tells of a task. */
export type TaskMessage =
  | { type: "loaded"; task: number; outcome: LoadOutcome }
  | { type: "suspended"; task: number; suspended: SuspendedCall }
  | { type: "slice"; task: number; outcome: SliceOutcome }
  /** A waiting call is over, between two slices. */
  | { type: "lost"; task: number; outcome: SliceOutcome }
  /** The task had ended before its slice began. */
  | { type: "skipped"; task: number };

/** Messages from a worker. */
export type FromWorker = ReadyMessage | TaskMessage;
