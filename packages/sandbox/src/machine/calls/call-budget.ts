import type { GuestLimits, Used } from "../../protocol/call-messages.ts";
import { CpuTimer } from "../../protocol/cpu-time.ts";
import type { Failure } from "../../protocol/errors.ts";
import { type JsonSize, measureJson } from "@botwright/core/measure-json";

/**
 * Counts what a call uses, and records the first broken limit; a call with a broken limit is over. It runs
 * in the worker, where it can stop the guest in the middle of a loop.
 *
 * CPU time is measured twice: `elapsed` allows the resolution of the system's clock as a margin, so that no
 * call fails because of rounding, and counts for the limit; `estimated` has no margin and is charged to the
 * plugin's account.
 */
export class CallBudget {
  readonly used: Used;
  /** The broken limit, if any; later actions of the guest have no effect. */
  breach: Failure | undefined;
  private readonly limits: GuestLimits;
  /** CPU time of the last slice, without the margin that the limit allows. */
  sliceCpuMs = 0;
  private readonly timer = new CpuTimer();
  /** The earliest time at which the CPU limit can be reached; before it, the timer is not read. */
  private checkAt = 0;
  /** CPU time of the slice after which it is cut off. */
  private cutMs = Infinity;
  /** Whether the slice was cut off; the call counts as ended until its state before the slice is restored. */
  isCut = false;

  constructor(limits: GuestLimits, used: Used = NOTHING_USED) {
    this.limits = limits;
    this.used = { ...used };
  }

  /**
   * Starts the timer and computes the earliest moment at which the limit can be exceeded: with the full
   * wall time counted as CPU time.
   */
  beginSlice(cutMs: number = Infinity): void {
    this.timer.start();
    this.cutMs = cutMs;
    this.checkAt = performance.now() + Math.min(cutMs, this.limits.cpuMs - this.used.cpuMs);
  }

  /** Adds the slice's CPU time; returns whether the limit is exceeded. */
  endSlice(): boolean {
    this.sliceCpuMs = this.timer.estimated();
    this.used.cpuMs += this.timer.elapsed();
    return this.used.cpuMs > this.limits.cpuMs;
  }

  /** Runs work for the call between its slices and adds the work's CPU time. */
  charge<Result>(work: () => Result): Result {
    this.timer.start();
    try {
      return work();
    } finally {
      this.used.cpuMs += this.timer.elapsed();
    }
  }

  /**
   * Whether the CPU limit has been exceeded, asked by the interrupt handler every 10,000 steps. As long as
   * even the wall time is within the limit, the CPU clock is not read; afterwards it is read only as often
   * as the remaining time requires.
   */
  isUsedUp(): boolean {
    const now = performance.now();
    if (now <= this.checkAt) return false;
    const left = this.limits.cpuMs - this.used.cpuMs - this.timer.elapsed();
    // Measured without the margin that a limit has, because a short slice takes only milliseconds.
    const leftOfSlice = this.cutMs === Infinity ? Infinity : this.cutMs - this.timer.estimated();
    this.checkAt = now + Math.min(left, leftOfSlice);
    if (left < 0) this.breachCpu();
    else if (leftOfSlice < 0) this.isCut = true;
    return left < 0 || leftOfSlice < 0;
  }

  /** Whether no CPU time is left before a slice starts. */
  get isSpent(): boolean {
    return this.used.cpuMs > this.limits.cpuMs;
  }

  /** Ends the call with a failure other than a counted limit. */
  fail(failure: Failure): void {
    this.breach ??= failure;
  }

  /**
   * Checks whether a value may leave the machine, before it is copied. The value is counted when it has
   * crossed.
   */
  checkOut(characters: number, bytes: number): void {
    const { bytesIn, bytesOut } = this.used;
    if (bytesIn + bytesOut + characters + bytes > this.limits.transferBytes) {
      this.breakLimit("SANDBOX_TRANSFER_LIMIT", "transferBytes");
    } else if (characters > MAX_JSON_LENGTH) {
      const message = `the plugin handed over a value with more than ${MAX_JSON_LENGTH} characters of JSON`;
      this.fail({ code: "SANDBOX_TRANSFER_LIMIT", message });
    }
  }

  breachCpu(): void {
    this.breach ??= {
      code: "SANDBOX_CPU_LIMIT",
      message: `the plugin computed for more than ${this.limits.cpuMs} ms: is there a loop that does not end?`,
    };
  }

  count(
    limit: "hostCalls" | "timers" | "jobs" | "consoleBytes" | "transferValues",
    code: Failure["code"],
    more = 1,
  ): void {
    this.used[limit] += more;
    if (this.used[limit] > this.limits[limit]) this.breakLimit(code, limit);
  }

  /** Counts bytes or characters into the machine. */
  countIn(bytes: number): void {
    this.used.bytesIn += bytes;
    this.checkTransfer();
  }

  /** Counts characters and bytes out of the machine; returns the size of the JSON. */
  countOut(json: string, bytes = 0): JsonSize {
    this.used.bytesOut += json.length + bytes;
    this.checkTransfer();
    const size = measureJson(json);
    this.count("transferValues", "SANDBOX_TRANSFER_LIMIT", size.values);
    return size;
  }

  private checkTransfer(): void {
    const { bytesIn, bytesOut } = this.used;
    if (bytesIn + bytesOut > this.limits.transferBytes) {
      this.breakLimit("SANDBOX_TRANSFER_LIMIT", "transferBytes");
    }
  }

  private breakLimit(code: Failure["code"], limit: keyof GuestLimits): void {
    this.breach ??= {
      code,
      message: `the plugin broke the limit ${limit} = ${this.limits[limit]} of one call`,
    };
  }
}

/** Characters of one JSON text out of the machine; the host copies and reads it in one step. */
const MAX_JSON_LENGTH = 16_777_216;

/** The usage of a call before it starts. */
export const NOTHING_USED: Used = {
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
