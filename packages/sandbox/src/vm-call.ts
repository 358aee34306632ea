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

/** How a call stands outside of the machine's memory; swapped with it. */
export class VmCall implements GuestHost {
  readonly input: CallInput;
  /** The call's memory while another call has the machine. */
  delta: Delta | undefined;
  settled: { ok: boolean; json: string } | undefined;
  /** A broken limit: whatever the guest does next does not count. */
  breach: Failure | undefined;
  cpuMs = 0;
  /** Requests that the host has not answered. */
  readonly outstanding: Set<number> = new Set();
  private requests: GuestRequest[] = [];
  private logs: LogLine[] = [];
  private deadline = 0;
  private hostCalls = 0;
  private timers = 0;
  private sentBytes = 0;
  private consoleBytes = 0;

  constructor(input: CallInput) {
    this.input = input;
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

  beginSlice(started: number): void {
    this.deadline = started + this.input.limits.cpuMs - this.cpuMs;
  }

  /** Adds the slice's time; a budget used up is a breach even if the guest never noticed. */
  endSlice(started: number): void {
    const now = performance.now();
    this.cpuMs += now - started;
    if (now > this.deadline && this.settled === undefined) this.breachCpu();
  }

  request(id: number, operation: string, json: string, bytes: readonly PositionedBytes[]): void {
    if (this.ended) return;
    const { limits } = this.input;
    this.countSent(bytes.reduce((sum, [, part]) => sum + part.byteLength, json.length));
    if (operation === TIMER.clear) {
      this.outstanding.delete(Number(json));
    } else if (operation === TIMER.start) {
      if (++this.timers > limits.timers) this.breakLimit("SANDBOX_TIMER_LIMIT", "timers");
      this.outstanding.add(id);
    } else {
      if (++this.hostCalls > limits.hostCalls) {
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
    const left = this.input.limits.consoleBytes - this.consoleBytes;
    if (left < 0) return;
    this.consoleBytes += text.length + 1;
    this.logs.push({ level, text: text.slice(0, left) });
    if (this.consoleBytes > this.input.limits.consoleBytes) {
      this.logs.push({ level: "warn", text: "console output limit reached; the rest is dropped" });
    }
  }

  media(): Uint8Array | undefined {
    return this.input.media;
  }

  interrupted(): boolean {
    if (this.ended) return true;
    if (performance.now() <= this.deadline) return false;
    this.breachCpu();
    return true;
  }

  private countSent(bytes: number): void {
    this.sentBytes += bytes;
    if (this.sentBytes > this.input.limits.sentBytes) {
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
