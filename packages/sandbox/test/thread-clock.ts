import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";

/** What a thread reads of its time, in milliseconds. */
export interface ThreadTimes {
  /** The wall clock. */
  readonly now: () => number;
  /** For how long it has computed, and for how long it had no core. */
  readonly computed: () => number;
  readonly waited: () => number;
}

/**
 * Sets all clocks that this thread reads, and forgets the modules that have read the real ones, until
 * {@link restoreThreadTimes}. All of them: on a busy machine the real time without a core would be taken off times
 * that a test has set.
 */
export function setThreadTimes({ now, computed, waited }: ThreadTimes): void {
  vi.resetModules();
  vi.spyOn(performance, "now").mockImplementation(now);
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({
    user: computed() * 1000,
    system: 0,
  }));
  vi.spyOn(fs, "openSync").mockReturnValue(-1);
  vi.spyOn(fs, "readSync").mockImplementation((_file, target) =>
    Buffer.from(target.buffer, target.byteOffset).write(`0 ${waited() * 1e6} 0`),
  );
  syncBuiltinESMExports();
}

/** Restores them, and forgets the modules that have read those that were set: other files run in this process. */
export function restoreThreadTimes(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  vi.resetModules();
}
