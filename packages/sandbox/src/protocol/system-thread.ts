import { readFileSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Nice value of a thread that must not take cores from others: a tenth of a core on a busy machine. */
const LOW = 10;

/** The system's number of the thread that runs this; undefined where it does not tell. */
export function systemThreadId(): number | undefined {
  try {
    // Linux: <process>/task/<thread>
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    return Number.isInteger(thread) ? thread : undefined;
  } catch {
    return undefined;
  }
}

/** Lets other threads go first, for good; without effect where the system does not allow it. */
export function lowerPriority(thread: number | undefined): void {
  if (thread === undefined) return;
  try {
    setPriority(thread, LOW);
  } catch {
    // It only costs others some time.
  }
}

/**
 * Milliseconds for which a thread of this process has computed; undefined where the system does not
 * tell. The thread itself is not asked: in native code it would not answer.
 */
export function threadCpuMs(thread: number | undefined): number | undefined {
  if (thread === undefined) return undefined;
  try {
    // Linux: nanoseconds that it ran, nanoseconds that it waited for a core, how often it ran.
    const [ran] = readFileSync(`/proc/self/task/${thread}/schedstat`, "latin1").split(" ");
    return Number(ran) / 1e6 || undefined;
  } catch {
    return undefined;
  }
}
