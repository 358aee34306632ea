import { closeSync, openSync, readSync } from "node:fs";

/** The coarsest resolution in milliseconds in which known systems count a thread's CPU time. */
const STEP_MS = 4;

/**
 * For slices shorter than this, wall time is used: reading the CPU time costs more than the precision is
 * worth.
 */
const SHORT_MS = 2;

/** Whether this Node reports a thread's CPU time (24 does, 22 does not). */
const isKnown = typeof process.threadCpuUsage === "function";

let readAt = Number.NEGATIVE_INFINITY;
let read = 0;

/** CPU time of this thread in milliseconds; 0 where unknown. */
function readThreadCpu(): number {
  if (!isKnown) return 0;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * CPU time of this thread in milliseconds, at most one resolution step old, because reading it costs more
 * than a short slice. A value with a later time is outdated too, because tests set the clock back.
 */
export function recentThreadCpuMs(): number {
  const now = performance.now();
  if (Math.abs(now - readAt) > STEP_MS) {
    read = readThreadCpu();
    readAt = now;
  }
  return read;
}

/** Milliseconds for which a read waiting time is used again. */
const WAIT_STALE_MS = 1;

/** Linux: the file of the calling thread with the nanoseconds that it ran, and that it waited for a core. */
const SCHEDSTAT = "/proc/thread-self/schedstat";

/** Its open file; undefined where the system has none, `null` before the first reading. */
let schedstat: number | undefined | null = null;
const text = Buffer.alloc(64);
let waitReadAt = Number.NEGATIVE_INFINITY;
let waitRead = 0;

/**
 * Milliseconds for which this thread was ready to run and had no core; 0 where unknown. Unlike its CPU time, which
 * many systems count in steps, it is exact: the system adds to it whenever the thread gets a core again.
 */
function readThreadWait(): number {
  try {
    if (schedstat === null) schedstat = openSync(SCHEDSTAT, "r");
    if (schedstat === undefined) return 0;
    const length = readSync(schedstat, text, 0, text.length, 0);
    return Number(text.toString("latin1", 0, length).split(" ")[1]) / 1e6 || 0;
  } catch {
    if (typeof schedstat === "number") closeSync(schedstat);
    schedstat = undefined;
    return 0;
  }
}

/** The waiting time of {@link readThreadWait}, at most {@link WAIT_STALE_MS} milliseconds old. */
function recentThreadWaitMs(): number {
  const now = performance.now();
  if (Math.abs(now - waitReadAt) > WAIT_STALE_MS) {
    waitRead = readThreadWait();
    waitReadAt = now;
  }
  return waitRead;
}

/** Milliseconds for which this thread has been in {@link pauseThread}, and of these, for which it waited for a core. */
let pausedMs = 0;
let pausedWaitMs = 0;
const neverChanged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Blocks this thread. No {@link CpuTimer} counts that time, nor the time until the thread has a core again.
 *
 * The waiting time is read before the first and after the last reading of the clock. If the thread loses its core
 * between two readings, the measured wait is longer than the measured pause; the surplus then counts as computing,
 * which the CPU time bounds. In the other order, timers would subtract that wait twice.
 */
export function pauseThread(ms: number): void {
  const waited = readThreadWait();
  const started = performance.now();
  Atomics.wait(neverChanged, 0, 0, ms);
  pausedMs += performance.now() - started;
  pausedWaitMs += readThreadWait() - waited;
}

/**
 * Measures the CPU time of a thread. Wall time alone would charge a plugin for the time in which its thread waited for
 * a core. CPU time alone would be wrong too: a system that counts it in steps of 4 ms adds a step, when it takes the
 * core away from a thread, to whatever ran then.
 */
export class CpuTimer {
  private startedAt = 0;
  private startedCpu = 0;
  private startedWait = 0;
  private startedPaused = 0;
  private startedPausedWait = 0;

  start(): void {
    this.startedAt = performance.now();
    this.startedCpu = recentThreadCpuMs();
    this.startedWait = recentThreadWaitMs();
    this.startedPaused = pausedMs;
    this.startedPausedWait = pausedWaitMs;
  }

  /**
   * Milliseconds since the start: wall time without waiting and pauses, but at most the CPU time plus one resolution step.
   * For limits.
   */
  elapsed(): number {
    const ms = this.wallMs();
    return isKnown && ms >= 2 * STEP_MS ? this.computing(STEP_MS) : ms;
  }

  /**
   * Milliseconds since the start without that margin: right on average, but up to one step too small for a
   * single slice. For charging accounts.
   */
  estimated(): number {
    const ms = this.wallMs();
    return isKnown && ms >= SHORT_MS ? this.computing(0) : ms;
  }

  private wallMs(): number {
    return performance.now() - this.startedAt - (pausedMs - this.startedPaused);
  }

  private computing(margin: number): number {
    // What it waited for in pauses is left out of the wall time already.
    const inPauses = pausedWaitMs - this.startedPausedWait;
    const waited = Math.max(0, readThreadWait() - this.startedWait - inPauses);
    // The wall time is read after the wait: in the other order, a thread that loses its core between the readings
    // could have waited for longer than its wall time, and its computing would count as 0. So the CPU time is the
    // bound.
    const ms = this.wallMs();
    return Math.max(0, Math.min(ms - waited, readThreadCpu() - this.startedCpu + margin));
  }
}
