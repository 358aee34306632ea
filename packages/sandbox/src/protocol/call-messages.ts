/**
 * The data that a call in its worker and the main thread exchange.
 *
 * @module
 */
import type { CallSeed } from "@botwright/core";
import type { CallLimits } from "./call-limits.ts";
import type { Damage, Failure } from "./errors.ts";
import type { ClaimableDiff, MemoryDiff, PluginImage } from "./memory-image.ts";

/** The limits that the worker enforces, where it can interrupt the guest immediately. */
export type GuestLimits = Pick<
  CallLimits,
  | "cpuMs"
  | "memoryBytes"
  | "hostCalls"
  | "transferBytes"
  | "transferValues"
  | "timers"
  | "jobs"
  | "consoleBytes"
  | "imageBytes"
>;

/** Picks the limits that the worker needs. */
export function guestLimits(limits: CallLimits): GuestLimits {
  const { cpuMs, memoryBytes, hostCalls, timers, jobs, consoleBytes } = limits;
  const { transferBytes, transferValues, imageBytes } = limits;
  const counts = {
    hostCalls,
    timers,
    jobs,
    consoleBytes,
    transferBytes,
    transferValues,
  };
  return { cpuMs, memoryBytes, imageBytes, ...counts };
}

/** The input with which a call starts. */
export interface CallInput {
  readonly image: PluginImage;
  /** The context's plain values as JSON. */
  readonly snapshot: string;
  /** Time and randomness. Together with the answers they determine the run completely. */
  readonly start: CallSeed;
  readonly media: Uint8Array | undefined;
  readonly limits: GuestLimits;
}

/** A byte argument and its position among the arguments. */
export type PositionedBytes = readonly [position: number, bytes: Uint8Array<ArrayBuffer>];

/** A text argument and its position among the arguments. */
type PositionedText = readonly [position: number, text: string];

/** A host call, timer or cleared timer that the guest requests. */
export interface GuestRequest {
  readonly id: number;
  readonly operation: string;
  /** The arguments as JSON. */
  readonly json: string;
  /** Byte arguments by position; the JSON has `null` there. */
  readonly bytes: readonly PositionedBytes[];
  /** Large text arguments by position; the JSON has `null` there. */
  readonly texts: readonly PositionedText[];
}

/** The host's answer to a request. */
export interface HostAnswer {
  readonly id: number;
  /** When the host call settled, in milliseconds since 1970: the guest's clock shows it until the next answer. */
  readonly at: number;
  readonly ok: boolean;
  /** The value, or `{ code, message }`; empty for `undefined`. */
  readonly json: string;
  /**
   * The value, if it is a long text; `json` is then empty. The worker converts it to JSON, because escaping its
   * characters may take milliseconds.
   */
  readonly text?: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Set when the call has broken a limit that the host counts: the worker ends the call without an answer. */
  readonly breach?: Failure;
}

/** Characters and bytes of an answer in a message to a worker. */
export function answerSize({ json, text, bytes }: Omit<HostAnswer, "at" | "id" | "ok">): number {
  return json.length + (text?.length ?? 0) + (bytes?.byteLength ?? 0);
}

/** A console line: level, space, text. One string, because thousands of lines may cross at once. */
export type ConsoleLine = string;

/** Operations of timers, which are not host calls. */
export const TIMER = { start: "timer.start", clear: "timer.clear" } as const;

/** What a call has used so far. Everything but CPU time is the same in every run. */
export interface Used {
  /** @minimum 0 */
  cpuMs: number;
  /** Interrupt ticks. */
  gas: number;
  jobs: number;
  /** Peak. @minimum 0 */
  memoryBytes: number;
  hostCalls: number;
  timers: number;
  bytesIn: number;
  bytesOut: number;
  transferValues: number;
  consoleBytes: number;
  randomBytes: number;
}

/** The state from which a suspended call continues, in this worker or another. */
export interface SuspendedCall {
  readonly diff: ClaimableDiff;
  /** Slices that had run. */
  readonly slices: number;
  readonly outstanding: readonly number[];
  readonly used: Readonly<Used>;
  /** Whether the guest was refused memory. */
  readonly memoryFull: boolean;
}

/** The results of a slice. */
export interface SliceReport {
  requests: GuestRequest[];
  logs: ConsoleLine[];
  used: Used;
  /** Start in milliseconds, by the clock that all threads share. @minimum 0 */
  startedAt: number;
  /** Wall time in milliseconds. @minimum 0 */
  ranMs: number;
  /** CPU time in milliseconds, as far as the system reports it. @minimum 0 */
  sliceCpuMs: number;
}

/** How a slice ended. */
export type SliceOutcome = SliceReport &
  (
    | { state: "waiting" }
    /** `pendingTimer` is the guest's description of a timer that will not fire. */
    | { state: "done"; json: string; pendingTimer?: string }
    | { state: "failed"; failure: Failure; damage?: Damage }
    /** A short slice took longer (see `SHORT_SLICE_MS`): the call has its state from before it, and runs elsewhere. */
    | { state: "cut" }
  );

/** The outcome of a slice that was not cut off. */
export type WholeSlice = Exclude<SliceOutcome, { state: "cut" }>;

/** Console lines and CPU time of loading a file. */
interface LoadReport {
  logs: ConsoleLine[];
  /** CPU time in milliseconds, as far as the system reports it. @minimum 0 */
  cpuMs: number;
}

/** The result of loading a file: its image, and the declaration that the bootstrap found in it, as JSON. */
export type LoadOutcome = LoadReport &
  (
    | { ok: true; diff: MemoryDiff; declaration: string }
    | { ok: false; failure: Failure; damage?: Damage }
  );
