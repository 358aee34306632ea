import type { GuestLimits, Used } from "../protocol/call-messages.ts";
import { CpuTimer } from "../protocol/cpu-time.ts";
import type { Failure } from "../protocol/errors.ts";

/** What a call may use and has used: where a limit is broken, the call is over. */
export class CallBudget {
  readonly used: Used;
  /** A broken limit: whatever the guest does next does not count. */
  breach: Failure | undefined;
  private readonly limits: GuestLimits;
  /** CPU time of the last slice, without the margin that a limit is given. */
  sliceCpuMs = 0;
  private readonly timer = new CpuTimer();
  /** When the CPU time may be used up: then the timer is asked. */
  private checkAt = 0;

  constructor(limits: GuestLimits, used: Used = NOTHING_USED) {
    this.limits = limits;
    this.used = { ...used };
  }

  beginSlice(): void {
    this.timer.start();
    this.checkAt = performance.now() + this.limits.cpuMs - this.used.cpuMs;
  }

  /** Adds the slice's CPU time; returns whether that was too much. */
  endSlice(): boolean {
    this.sliceCpuMs = this.timer.estimated();
    this.used.cpuMs += this.timer.elapsed();
    return this.used.cpuMs > this.limits.cpuMs;
  }

  /** Runs work for the call outside of its slices, and adds the CPU time that it takes. */
  charge<Result>(work: () => Result): Result {
    this.timer.start();
    try {
      return work();
    } finally {
      this.used.cpuMs += this.timer.elapsed();
    }
  }

  /** Whether the CPU time is used up in the middle of a slice. */
  isUsedUp(): boolean {
    const now = performance.now();
    if (now <= this.checkAt) return false;
    const left = this.limits.cpuMs - this.used.cpuMs - this.timer.elapsed();
    this.checkAt = now + left;
    if (left < 0) this.breachCpu();
    return left < 0;
  }

  /** Whether nothing is left of the CPU time before a slice begins. */
  get isSpent(): boolean {
    return this.used.cpuMs > this.limits.cpuMs;
  }

  /** Ends the call with something else than a counted limit. */
  fail(failure: Failure): void {
    this.breach ??= failure;
  }

  /**
   * Looks whether so much may leave the machine, before it is copied.
   * What is allowed is counted when it has crossed.
   */
  checkOut(characters: number, bytes: number): void {
    const { bytesIn, bytesOut } = this.used;
    if (bytesIn + bytesOut + characters + bytes > this.limits.transferBytes) {
      this.breakLimit("SANDBOX_TRANSFER_LIMIT", "transferBytes");
    } else if (characters > LONGEST_JSON) {
      const message = `the plugin handed over a value with more than ${LONGEST_JSON} characters of JSON`;
      this.fail({ code: "SANDBOX_TRANSFER_LIMIT", message });
    }
  }

  breachCpu(): void {
    this.breach ??= {
      code: "SANDBOX_CPU_LIMIT",
      message: `the plugin ran for more than ${this.limits.cpuMs} ms`,
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

  /** Counts what goes into the machine. */
  countIn(bytes: number): void {
    this.used.bytesIn += bytes;
    this.checkTransfer();
  }

  /** Counts what comes out of it. */
  countOut(json: string, bytes = 0): void {
    this.used.bytesOut += json.length + bytes;
    this.checkTransfer();
    this.count("transferValues", "SANDBOX_TRANSFER_LIMIT", countValues(json));
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

/** Characters of one JSON text out of the machine: it is copied and read in one go. */
const LONGEST_JSON = 16_777_216;

/** About how many items and members a JSON text has; commas within strings count too. */
function countValues(json: string): number {
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    // , [ {
    if (unit === 44 || unit === 91 || unit === 123) values++;
  }
  return values;
}

/** What a call has used before it begins. */
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
