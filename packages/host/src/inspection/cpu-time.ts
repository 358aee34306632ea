import { readFileSync } from "node:fs";

/** Milliseconds of a clock tick in `/proc`: Linux reports 100 ticks a second, whatever the kernel uses internally. */
const TICK_MS = 10;

/**
 * The CPU time in milliseconds that all threads of a process have used; `undefined` if the system has no `/proc`, or
 * there is no such process.
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

/** Milliseconds between two checks of a process. */
const INTERVAL_MS = 250;

/**
 * Calls back once when a process has used `maxMs` milliseconds of CPU time from now on; never if its CPU time is
 * unknown.
 *
 * @returns stops watching when it is disposed
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
