import { readFileSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Nice value of a slow thread: it gets about a tenth of a core on a busy machine. */
const LOW = 10;

/** The system's id of the calling thread; undefined where unknown. */
export function systemThreadId(): number | undefined {
  try {
    // Linux: <process>/task/<thread>
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    return Number.isInteger(thread) ? thread : undefined;
  } catch {
    return undefined;
  }
}

/** Lowers a thread's priority permanently; without effect where the system does not allow it. */
export function lowerPriority(thread: number | undefined): void {
  if (thread === undefined) return;
  try {
    setPriority(thread, LOW);
  } catch {
    // Harmless: the thread only keeps its priority.
  }
}

/**
 * CPU time of a thread of this process in milliseconds; undefined where unknown. The thread itself is not
 * asked, because in native code it could not answer.
 */
export function threadCpuMs(thread: number | undefined): number | undefined {
  if (thread === undefined) return undefined;
  try {
    // Linux: nanoseconds running, nanoseconds waiting for a core, number of time slices.
    const [ran] = readFileSync(`/proc/self/task/${thread}/schedstat`, "latin1").split(" ");
    return Number(ran) / 1e6 || undefined;
  } catch {
    return undefined;
  }
}
