import { randomBytes } from "node:crypto";
import { CpuTimer } from "./cpu-time.ts";
import type { Failure } from "./errors.ts";
import type { Thrown } from "./guest-errors.ts";
import type { Delta, PluginImage } from "./image.ts";
import type { GuestHost, PositionedBytes } from "./host-functions.ts";
import type { CallLimits } from "./limits.ts";

/** The limits that are kept inside of the worker, where they can stop the guest at once. */
export type GuestLimits = Pick<
  CallLimits,
  "cpuMs" | "hostCalls" | "sentBytes" | "timers" | "consoleBytes"
>;

/** What a call begins with. */
export interface CallInput {
  readonly image: PluginImage;
  /** The context's plain values as JSON. */
  readonly frame: string;
  /** Seeds `Math.random`. */
  readonly seed: number;
  /** Milliseconds since 1970, as `Date` shows them. */
  readonly now: number;
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
  readonly ok: boolean;
  /** The value, or `{ code, message }`; empty for `undefined`. */
  readonly json: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** A line of the guest's console. */
export interface LogLine {
  readonly level: string;
  readonly text: string;
}

/** Operations of timers; they are not host calls that an author can name. */
export const TIMER = { start: "timer.start", clear: "timer.clear" } as const;

/** All that a waiting call goes on from, in this worker or another. */
export interface ParkedCall {
  readonly delta: Delta;
  /** Slices that had run. */
  readonly slices: number;
  readonly cpuMs: number;
  readonly outstanding: readonly number[];
  readonly used: Readonly<Used>;
}

/** What has been used of the limits, beside CPU time. */
interface Used {
  hostCalls: number;
  timers: number;
  sentBytes: number;
  consoleBytes: number;
}

/** How a call stands outside of the machine's memory; swapped with it. */
export class VmCall implements GuestHost {
  readonly input: CallInput;
  /** The call's memory while another call has the machine. */
  delta: Delta | undefined;
  settled: { ok: boolean; json: string } | undefined;
  /** A broken limit: whatever the guest does next does not count. */
  breach: Failure | undefined;
  cpuMs: number;
  /** Requests that the host has not answered. */
  readonly outstanding: Set<number>;
  private requests: GuestRequest[] = [];
  private logs: LogLine[] = [];
  private readonly timer = new CpuTimer();
  /** When the budget may be used up: then the timer is asked. */
  private checkAt = 0;
  private slices: number;
  private readonly used: Used;

  constructor(input: CallInput, parked?: ParkedCall) {
    this.input = input;
    this.delta = parked?.delta;
    this.cpuMs = parked?.cpuMs ?? 0;
    this.slices = parked?.slices ?? 0;
    this.outstanding = new Set(parked?.outstanding);
    this.used = { hostCalls: 0, timers: 0, sentBytes: 0, consoleBytes: 0, ...parked?.used };
  }

  /** Keeps the call's memory outside of the machine. */
  park(delta: Delta): ParkedCall {
    this.delta = delta;
    const { slices, cpuMs, outstanding, used } = this;
    return { delta, slices, cpuMs, outstanding: [...outstanding], used };
  }

  get ended(): boolean {
    return this.settled !== undefined || this.breach !== undefined;
  }

  /** The requests and console lines since the last time, and the milliseconds run so far. */
  drain(): { requests: GuestRequest[]; logs: LogLine[]; cpuMs: number } {
    const { requests, logs, cpuMs } = this;
    this.requests = [];
    this.logs = [];
    return { requests, logs, cpuMs };
  }

  beginSlice(): void {
    this.timer.start();
    this.checkAt = performance.now() + this.input.limits.cpuMs - this.cpuMs;
  }

  /** Adds the slice's time; a budget used up is a breach even if the guest never noticed. */
  endSlice(): void {
    this.cpuMs += this.timer.elapsed();
    this.slices++;
    if (this.cpuMs > this.input.limits.cpuMs && this.settled === undefined) this.breachCpu();
  }

  request(id: number, operation: string, json: string, bytes: readonly PositionedBytes[]): void {
    if (this.ended) return;
    const { limits } = this.input;
    this.countSent(bytes.reduce((sum, [, part]) => sum + part.byteLength, json.length));
    if (operation === TIMER.clear) {
      this.outstanding.delete(Number(json));
    } else if (operation === TIMER.start) {
      if (++this.used.timers > limits.timers) this.breakLimit("SANDBOX_TIMER_LIMIT", "timers");
      this.outstanding.add(id);
    } else {
      if (++this.used.hostCalls > limits.hostCalls) {
        this.breakLimit("SANDBOX_HOST_CALL_LIMIT", "hostCalls");
      }
      this.outstanding.add(id);
    }
    this.requests.push({ id, operation, json, bytes });
  }

  settle(ok: boolean, json: string): void {
    if (this.ended) return;
    this.countSent(json.length);
    this.settled = { ok, json };
  }

  /** Ends the call with what the guest threw. */
  fail(thrown: Thrown): void {
    this.settle(false, JSON.stringify(thrown));
  }

  log(level: string, text: string): void {
    if (this.ended) return;
    const left = this.input.limits.consoleBytes - this.used.consoleBytes;
    if (left < 0) return;
    this.used.consoleBytes += text.length + 1;
    this.logs.push({ level, text: text.slice(0, left) });
    if (this.used.consoleBytes > this.input.limits.consoleBytes) {
      this.logs.push({ level: "warn", text: "console output limit reached; the rest is dropped" });
    }
  }

  media(): Uint8Array | undefined {
    return this.input.media;
  }

  random(length: number): Uint8Array {
    return randomBytes(length);
  }

  interrupted(): boolean {
    if (this.ended) return true;
    const now = performance.now();
    if (now <= this.checkAt) return false;
    const left = this.input.limits.cpuMs - this.cpuMs - this.timer.elapsed();
    this.checkAt = now + left;
    if (left < 0) this.breachCpu();
    return left < 0;
  }

  private countSent(bytes: number): void {
    this.used.sentBytes += bytes;
    if (this.used.sentBytes > this.input.limits.sentBytes) {
      this.breakLimit("SANDBOX_SENT_BYTES_LIMIT", "sentBytes");
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
