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
 * than a short slice.
 */
export function recentThreadCpuMs(): number {
  const now = performance.now();
  if (now - readAt > STEP_MS) {
    read = readThreadCpu();
    readAt = now;
  }
  return read;
}

/**
 * Measures the CPU time of a thread. Wall time alone would charge a plugin for the time in which its thread
 * waited for a core.
 */
export class CpuTimer {
  private startedAt = 0;
  private startedCpu = 0;

  start(): void {
    this.startedAt = performance.now();
    this.startedCpu = recentThreadCpuMs();
  }

  /** Milliseconds since the start: wall time, but at most the CPU time plus one resolution step. For limits. */
  elapsed(): number {
    const ms = performance.now() - this.startedAt;
    if (!isKnown || ms < 2 * STEP_MS) return ms;
    return Math.min(ms, readThreadCpu() - this.startedCpu + STEP_MS);
  }

  /**
   * Milliseconds since the start without that margin: right on average, but up to one step too small for a
   * single slice. For charging accounts.
   */
  estimated(): number {
    const ms = performance.now() - this.startedAt;
    if (!isKnown || ms < SHORT_MS) return ms;
    return Math.min(ms, readThreadCpu() - this.startedCpu);
  }
}
