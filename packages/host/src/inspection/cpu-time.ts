import { readFileSync } from "node:fs";

/** Milliseconds of a clock tick: Linux shows user programs 100 ticks a second, whatever it uses itself. */
const TICK_MS = 10;

/**
 * Milliseconds of the processor that all threads of a process have used; `undefined` where the system has no
 * `/proc`, or there is no such process.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name, in brackets and with any characters; the third one follows.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    return Number.isFinite(user + system) ? (user + system) * TICK_MS : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds between two looks at a process. */
const INTERVAL_MS = 250;

/**
 * Calls back once when a process has computed for `maxMs` from now on; never where its time is unknown.
 *
 * @returns ends the watch
 */
export function watchCpuTime(
  pid: number | undefined,
  maxMs: number,
  onReached: () => void,
): Disposable {
  const before = cpuMsOf(pid) ?? 0;
  const timer = setInterval(
    () => {
      if ((cpuMsOf(pid) ?? 0) - before < maxMs) return;
      clearInterval(timer);
      onReached();
    },
    Math.min(INTERVAL_MS, maxMs),
  );
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
