import type { CallStart } from "@botwright/core";
import { CpuTimer } from "./cpu-time.ts";
import type { Failure } from "./errors.ts";
import type { Thrown } from "./guest-errors.ts";
import type { Delta, PluginImage } from "./image.ts";
import type { GuestHost, PositionedBytes } from "./host-functions.ts";
import { keystream } from "./keystream.ts";
import type { CallLimits } from "./limits.ts";
import { monotonicMs } from "./protocol.ts";
import { wholePages } from "./quickjs.ts";

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
>;

/** Picks them: only they cross to the worker. */
export function guestLimits(limits: CallLimits): GuestLimits {
  const { cpuMs, memoryBytes, hostCalls, timers, jobs, consoleBytes } = limits;
  const { transferBytes, transferValues } = limits;
  const counts = { hostCalls, timers, jobs, consoleBytes, transferBytes, transferValues };
  return { cpuMs, memoryBytes, ...counts };
}

/** What a call begins with. */
export interface CallInput {
  readonly image: PluginImage;
  /** The context's plain values as JSON. */
  readonly frame: string;
  /** Time and randomness: with the answers, all that makes one run differ from another. */
  readonly start: CallStart;
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
export type LogLine = `${string} ${string}`;

/** Operations of timers; they are not host calls that an author can name. */
export const TIMER = { start: "timer.start", clear: "timer.clear" } as const;

/** What a call has used so far. All of it but CPU time is the same in every run alike. */
export interface Used {
  cpuMs: number;
  /** Interrupt ticks. */
  gas: number;
  jobs: number;
  /** At the highest. */
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
export interface ParkedCall {
  readonly delta: Delta;
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
  /** By the clock that all threads share, in milliseconds. */
  startedAt: number;
  ranMs: number;
}

/** How a call stands outside of the machine's memory; swapped with it. */
export class VmCall implements GuestHost {
  readonly input: CallInput;
  /** The call's memory while another call has the machine. */
  delta: Delta | undefined;
  settled: { ok: boolean; json: string } | undefined;
  /** A broken limit: whatever the guest does next does not count. */
  breach: Failure | undefined;
  /** Whether the guest was refused memory. */
  memoryFull = false;
  /** Requests that the host has not answered. */
  readonly outstanding: Set<number>;
  private requests: GuestRequest[] = [];
  private logs: LogLine[] = [];
  private readonly timer = new CpuTimer();
  private startedAt = 0;
  private ranMs = 0;
  /** When the budget may be used up: then the timer is asked. */
  private checkAt = 0;
  private slices: number;
  private readonly used: Used;

  constructor(input: CallInput, parked?: ParkedCall) {
    this.input = input;
    this.delta = parked?.delta;
    this.slices = parked?.slices ?? 0;
    this.outstanding = new Set(parked?.outstanding);
    this.used = { ...(parked?.used ?? { ...NOTHING_USED, bytesIn: input.frame.length }) };
  }

  /** Keeps the call's memory outside of the machine. */
  park(delta: Delta): ParkedCall {
    this.delta = delta;
    const { slices, outstanding, used } = this;
    return { delta, slices, outstanding: [...outstanding], used };
  }

  get ended(): boolean {
    return this.settled !== undefined || this.breach !== undefined;
  }

  /** Requests and console lines since the last time, and what has been used so far. */
  report(): SliceReport {
    const { requests, logs, used, startedAt, ranMs } = this;
    this.requests = [];
    this.logs = [];
    return { requests, logs, used: { ...used }, startedAt, ranMs };
  }

  beginSlice(): void {
    this.startedAt = monotonicMs();
    this.timer.start();
    this.checkAt = performance.now() + this.input.limits.cpuMs - this.used.cpuMs;
  }

  /** Adds the slice's time; a budget used up is a breach even if the guest never noticed. */
  endSlice(memoryBytes: number): void {
    const { used } = this;
    used.cpuMs += this.timer.elapsed();
    used.memoryBytes = Math.max(used.memoryBytes, memoryBytes);
    this.ranMs = monotonicMs() - this.startedAt;
    this.slices++;
    if (used.cpuMs > this.input.limits.cpuMs && this.settled === undefined) this.breachCpu();
  }

  request(id: number, operation: string, json: string, bytes: readonly PositionedBytes[]): void {
    if (this.ended) return;
    const { used } = this;
    used.bytesOut += bytes.reduce((sum, [, part]) => sum + part.byteLength, json.length);
    this.checkTransfer();
    this.count("transferValues", "SANDBOX_TRANSFER_LIMIT", countValues(json));
    if (operation === TIMER.clear) {
      this.outstanding.delete(Number(json));
    } else {
      if (operation === TIMER.start) this.count("timers", "SANDBOX_TIMER_LIMIT");
      else this.count("hostCalls", "SANDBOX_HOST_CALL_LIMIT");
      this.outstanding.add(id);
    }
    // What breaks a limit is not done either.
    if (this.ended) return;
    this.requests.push({ id, operation, json, bytes });
  }

  /** Counts an answer before the guest is given it; returns false for one that nobody waits for. */
  accept({ id, json, bytes }: HostAnswer): boolean {
    if (this.ended || !this.outstanding.delete(id)) return false;
    this.used.bytesIn += json.length + (bytes?.byteLength ?? 0);
    this.checkTransfer();
    return !this.ended;
  }

  settle(ok: boolean, json: string): void {
    if (this.ended) return;
    this.used.bytesOut += json.length;
    this.checkTransfer();
    this.count("transferValues", "SANDBOX_TRANSFER_LIMIT", countValues(json));
    this.settled = { ok, json };
  }

  /** Ends the call with what the guest threw. */
  fail(thrown: Thrown): void {
    this.settle(false, JSON.stringify(thrown));
  }

  log(level: string, text: string): void {
    if (this.ended) return;
    const left = this.input.limits.consoleBytes - this.used.consoleBytes;
    this.logs.push(`${level} ${text.slice(0, left)}`);
    this.count("consoleBytes", "SANDBOX_CONSOLE_LIMIT", text.length + LINE_COST);
  }

  media(): Uint8Array | undefined {
    const { media } = this.input;
    this.used.bytesIn += media?.byteLength ?? 0;
    this.checkTransfer();
    return this.ended ? undefined : media;
  }

  random(length: number): Uint8Array<ArrayBuffer> {
    const bytes = keystream(this.input.start.key, this.used.randomBytes, length);
    this.used.randomBytes += length;
    return bytes;
  }

  growTo(memoryBytes: number): number {
    const most = wholePages(this.input.limits.memoryBytes);
    this.memoryFull ||= memoryBytes > most;
    return most;
  }

  interrupted(): boolean {
    this.used.gas++;
    return this.isOver();
  }

  countJobs(jobs: number): void {
    this.count("jobs", "SANDBOX_JOB_LIMIT", jobs);
  }

  /** Whether the call has ended or used up its CPU time. */
  isOver(): boolean {
    if (this.ended) return true;
    const now = performance.now();
    if (now <= this.checkAt) return false;
    const left = this.input.limits.cpuMs - this.used.cpuMs - this.timer.elapsed();
    this.checkAt = now + left;
    if (left < 0) this.breachCpu();
    return left < 0;
  }

  private count(
    limit: "hostCalls" | "timers" | "jobs" | "consoleBytes" | "transferValues",
    code: Failure["code"],
    more = 1,
  ): void {
    this.used[limit] += more;
    if (this.used[limit] > this.input.limits[limit]) this.breakLimit(code, limit);
  }

  private checkTransfer(): void {
    const { bytesIn, bytesOut } = this.used;
    if (bytesIn + bytesOut > this.input.limits.transferBytes) {
      this.breakLimit("SANDBOX_TRANSFER_LIMIT", "transferBytes");
    }
  }

  private breachCpu(): void {
    this.breach ??= {
      code: "SANDBOX_CPU_LIMIT",
      message: `the plugin ran for more than ${this.input.limits.cpuMs} ms`,
    };
  }

  private breakLimit(code: Failure["code"], limit: keyof GuestLimits): void {
    this.breach ??= {
      code,
      message: `the plugin broke the limit ${limit} = ${this.input.limits[limit]} of one call`,
    };
  }
}

/** Texts up to this many characters are read faster than they are counted. */
const SHORT = 4096;

/** About how many items and members a JSON text has; commas within strings count too. */
function countValues(json: string): number {
  if (json.length <= SHORT) return 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    // , [ {
    if (unit === 44 || unit === 91 || unit === 123) values++;
  }
  return values;
}

/** What a line of the console counts beside its characters: short lines are work too. */
const LINE_COST = 64;

const NOTHING_USED: Used = {
  cpuMs: 0,
  gas: 0,
  jobs: 0,
  memoryBytes: 0,
  hostCalls: 0,
  timers: 0,
  bytesIn: 0,
  bytesOut: 0,
  transferValues: 0,
  consoleBytes: 0,
  randomBytes: 0,
};
