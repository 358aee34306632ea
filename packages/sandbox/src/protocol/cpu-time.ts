/** The coarsest step that systems are known to count a thread's CPU time in, in milliseconds. */
const STEP_MS = 4;

/** Slices shorter than this by the clock are believed: asking the system costs more than it tells. */
const SHORT_MS = 2;

/** Whether this Node tells a thread's CPU time (24 does, 22 does not). */
const isKnown = typeof process.threadCpuUsage === "function";

let readAt = Number.NEGATIVE_INFINITY;
let read = 0;

/** CPU time of this thread in milliseconds; 0 where it is not known. */
function readThreadCpu(): number {
  if (!isKnown) return 0;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * CPU time of this thread in milliseconds, at most one step old: asking the system costs more than
 * a short slice should.
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
 * Measures how long a thread has computed. A thread that waits for a core does not compute: on a
 * busy machine the clock alone would blame a plugin for its neighbours.
 */
export class CpuTimer {
  private startedAt = 0;
  private startedCpu = 0;

  start(): void {
    this.startedAt = performance.now();
    this.startedCpu = recentThreadCpuMs();
  }

  /** Milliseconds since the start: by the clock, but not more than the CPU time, give or take a step. */
  elapsed(): number {
    const ms = performance.now() - this.startedAt;
    if (!isKnown || ms < 2 * STEP_MS) return ms;
    return Math.min(ms, readThreadCpu() - this.startedCpu + STEP_MS);
  }

  /**
   * Milliseconds since the start without that margin: right in the mean of many slices, too small by
   * a step for one. What accounts are charged with.
   */
  estimated(): number {
    const ms = performance.now() - this.startedAt;
    if (!isKnown || ms < SHORT_MS) return ms;
    return Math.min(ms, readThreadCpu() - this.startedCpu);
  }
}
