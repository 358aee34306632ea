import { monitorEventLoopDelay, performance } from "node:perf_hooks";

/** Milliseconds between two measurements of both probes. */
const LOOK_MS = 2;
const RESOLUTION_MS = 1;

/** What a probe has measured of this process. */
export interface Seen {
  /** The longest stall of the event loop in milliseconds: by a timer … */
  readonly gapMs: number;
  /** … and by Node's histogram. */
  readonly delayMs: number;
  /** The most CPU milliseconds of this thread between two measurements: the part of a stall that this thread caused. */
  readonly busyMs: number;
  /** The most MB by which the process grew. */
  readonly growthMb: number;
}

/** Watches the event loop and the memory of this process; the returned function stops and returns the measurements. */
export function startProbe(): () => Seen {
  const before = process.memoryUsage.rss();
  let most = before;
  let gapMs = 0;
  let busyMs = 0;
  let last = performance.now();
  let lastBusy = threadMs();
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const look = (): void => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - last - LOOK_MS);
    last = now;
    const busy = threadMs();
    busyMs = Math.max(busyMs, busy - lastBusy);
    lastBusy = busy;
    most = Math.max(most, process.memoryUsage.rss());
  };
  histogram.enable();
  const timer = setInterval(look, LOOK_MS);
  return () => {
    look();
    clearInterval(timer);
    histogram.disable();
    const delayMs = histogram.max / 1e6 - RESOLUTION_MS;
    return { gapMs, delayMs, busyMs, growthMb: (most - before) / 1e6 };
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
