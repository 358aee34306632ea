import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";

/**
 * Replaces what the system tells of the milliseconds for which this thread waited for a core, until
 * {@link restoreThreadWait}: on a busy machine the real ones would be taken off times that a test has set.
 */
export function setThreadWait(waitedMs: () => number): void {
  vi.spyOn(fs, "openSync").mockReturnValue(-1);
  vi.spyOn(fs, "readSync").mockImplementation((_file, target) =>
    Buffer.from(target.buffer, target.byteOffset).write(`0 ${waitedMs() * 1e6} 0`),
  );
  syncBuiltinESMExports();
}

/** Restores it, and all other spies. */
export function restoreThreadWait(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}
