/**
 * What crosses between a call in its worker and the main thread.
 *
 * @module
 */
import type { CallSeed } from "@botwright/core";
import type { PositionedBytes } from "../machine/host-functions.ts";
import type { ClaimableDiff, PluginImage } from "../machine/image.ts";
import type { CallLimits } from "../main/limits.ts";

/** The limits that are kept inside of the worker, where they can stop the guest at once. */
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

/** Picks them: only they cross to the worker. */
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

/** What a call begins with. */
export interface CallInput {
  readonly image: PluginImage;
  /** The context's plain values as JSON. */
  readonly snapshot: string;
  /** Time and randomness: with the answers, all that makes one run differ from another. */
  readonly start: CallSeed;
  readonly media: Uint8Array | undefined;
  readonly limits: GuestLimits;
}

/** A host call, timer or cleared timer that the guest asks for. */
export interface GuestRequest {
  readonly id: number;
  readonly operation: string;
  /** The arguments. */
  readonly json: string;
  /** Byte arguments, by position; the JSON has `null` there. */
  readonly bytes: readonly PositionedBytes[];
}

/** The host's answer to a request. */
export interface HostAnswer {
  readonly id: number;
  /** When it came: the guest's time until the next one. Milliseconds since 1970. */
  readonly at: number;
  readonly ok: boolean;
  /** The value, or `{ code, message }`; empty for `undefined`. */
  readonly json: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** A line of the guest's console: level, blank, text. One text each, for thousands cross to the host at once. */
export type LogLine = string;

/** Operations of timers; they are not host calls that an author can name. */
export const TIMER = { start: "timer.start", clear: "timer.clear" } as const;

/** What a call has used so far. All of it but CPU time is the same in every run alike. */
export interface Used {
  /** @minimum 0 */
  cpuMs: number;
  /** Interrupt ticks. */
  gas: number;
  jobs: number;
  /** At the highest. @minimum 0 */
  memoryBytes: number;
  hostCalls: number;
  timers: number;
  bytesIn: number;
  bytesOut: number;
  transferValues: number;
  consoleBytes: number;
  randomBytes: number;
}

/** All that a waiting call goes on from, in this worker or another. */
export interface SuspendedCall {
  readonly diff: ClaimableDiff;
  /** Slices that had run. */
  readonly slices: number;
  readonly outstanding: readonly number[];
  readonly used: Readonly<Used>;
}

/** What a slice of running left behind. */
export interface SliceReport {
  requests: GuestRequest[];
  logs: LogLine[];
  used: Used;
  /** By the clock that all threads share, in milliseconds. @minimum 0 */
  startedAt: number;
  /** By the clock. @minimum 0 */
  ranMs: number;
  /** CPU time, as far as the system tells. @minimum 0 */
  sliceCpuMs: number;
}
