import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Nice value of a thread that must not take cores from others. */
const LOW = 19;

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

/** Lets all other threads go first, for good; without effect where the system does not allow it. */
export function lowerPriority(thread: number | undefined): void {
  if (thread === undefined) return;
  try {
    setPriority(thread, LOW);
  } catch {
    // It only costs others some time.
  }
}
